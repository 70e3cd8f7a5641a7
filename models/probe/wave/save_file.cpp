#include "probe/wave/save_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "core/output_file.h"

namespace niclab::probe {

namespace {

constexpr double kZoom = 16.5;                  ///< GTKWave: 2^16.5 ps in 200 pixels, 65 for a clock of PCI.
constexpr std::uint64_t kWindowPs = 1'000'000;  ///< Surfer: the range that is shown first.
constexpr std::uint64_t kBeforePs = 200'000;    ///< The part of it before the first marker.

/// Scope by scope, rows of text before the wires; output enables are omitted.
std::vector<WaveFile::Variable> shown_of(const std::vector<WaveFile::Variable>& all) {
    std::vector<WaveFile::Variable> shown;
    for (const std::size_t i : grouped_by_scope(all))
        if (all[i].scope.find(".oe_") == std::string::npos) shown.push_back(all[i]);
    for (auto first = shown.begin(); first != shown.end();) {
        const auto last = std::find_if(first, shown.end(), [&](const auto& v) { return v.scope != first->scope; });
        std::stable_partition(first, last, [](const auto& v) { return v.bits == WaveFile::kWords; });
        first = last;
    }
    return shown;
}

/// A text that both viewers accept as one word.
std::string one_word(std::string text) {
    const auto blank = [](char c) { return static_cast<unsigned char>(c) <= ' ' || c == 0x7F; };
    text.erase(std::remove_if(text.begin(), text.end(), blank), text.end());
    return text;
}

}  // namespace

void SaveFile::write(const std::string& path, const std::vector<WaveFile::Variable>& variables,
                     std::uint64_t opens_ps) const {
    std::filesystem::path place(path);
    const std::vector<WaveFile::Variable> shown = shown_of(variables);
    const std::string file = place.filename().string();
    core::write_file(place.replace_extension(".gtkw").string(), gtkwave(file, shown, opens_ps));
    core::write_file(place.replace_extension(".sucl").string(), surfer(shown, opens_ps));
}

std::string SaveFile::gtkwave(const std::string& file, const std::vector<WaveFile::Variable>& shown,
                              std::uint64_t opens_ps) const {
    const std::uint64_t cursor = marks_.empty() ? opens_ps : marks_.front().first;
    const std::uint64_t start = marks_.empty() ? opens_ps : cursor - std::min(cursor, kBeforePs);
    std::string text = "[dumpfile] \"" + file + "\"\n";
    text += fmt::format("[timestart] {}\n[size] 1400 900\n*-{:.6f} {}", start, kZoom, cursor);
    for (std::size_t i = 0; i < kMarkers && !marks_.empty(); ++i)
        text += i < marks_.size() ? fmt::format(" {}", marks_[i].first) : " -1";
    text += '\n';
    for (std::size_t i = 0; i < marks_.size(); ++i)
        text += fmt::format("[markername] {}{}\n", static_cast<char>('A' + i), one_word(marks_[i].second));
    text += "[sst_width] 30\n[signals_width] 300\n[sst_expanded] 0\n";
    std::string group;
    for (const WaveFile::Variable& v : shown) {
        if (v.scope != group) text += "@200\n-" + (group = v.scope) + "\n";
        text += (v.bits <= 1 ? "@28\n" : "@22\n") + v.full_name() + "\n";
    }
    return text;
}

std::string SaveFile::surfer(const std::vector<WaveFile::Variable>& shown, std::uint64_t opens_ps) const {
    std::string text, group;
    for (const WaveFile::Variable& v : shown) {
        if (v.scope != group) text += "divider_add " + (group = v.scope) + "\n";
        text += "variable_add " + v.scope + "." + v.name + "\n";
    }
    for (const auto& [ps, name] : marks_) text += fmt::format("cursor_set {}\nmarker_set {}\n", ps, one_word(name));
    const std::uint64_t cursor = marks_.empty() ? opens_ps : marks_.front().first;
    const std::uint64_t start = cursor - std::min(cursor, kBeforePs);
    return text + fmt::format("cursor_set {}\nzoom_to {} {}\n", cursor, start, start + kWindowPs);
}

}  // namespace niclab::probe
