#include "probe/wave/vcd_writer.h"

#include <fcntl.h>
#include <fnmatch.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <tuple>

#include "core/config.h"
#include "core/output_file.h"

namespace niclab::probe {

namespace {

bool ends_with(const std::string& s, const char* end) {
    const std::size_t n = std::strlen(end);
    return s.size() >= n && s.compare(s.size() - n, n, end) == 0;
}

/// Identifier codes: printable characters, short ones first.
std::string code_of(std::size_t index) {
    std::string code;
    do {
        code += static_cast<char>('!' + index % 94);
        index /= 94;
    } while (index > 0);
    return code;
}

/// Runs a program and waits for it; its exit status, 127 when it is not there.
int run_program(const std::vector<const char*>& arguments) {
    const pid_t child = fork();
    if (child == 0) {
        const int null = open("/dev/null", O_RDWR);
        dup2(null, 1), dup2(null, 2);
        execvp(arguments[0], const_cast<char* const*>(arguments.data()));
        _exit(127);
    }
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

std::vector<std::string> parts_of(const std::string& scope) {
    std::vector<std::string> parts(1);
    for (const char c : scope) {
        if (c == '.')
            parts.emplace_back();
        else
            parts.back() += c;
    }
    return parts;
}

}  // namespace

VcdWriter::VcdWriter(const Config& config) : config_(config), vcd_path_(config.path) {
    if (config_.path.empty()) return;
    if (ends_with(config_.path, ".fst")) {
        if (run_program({"vcd2fst", "--help", nullptr}) == 127)
            throw core::ConfigError(
                "--vcd: '" + config_.path +
                "' found, but vcd2fst is not installed (package gtkwave); a .vcd file needs nothing");
        vcd_path_ = core::unfinished_name(config_.path + ".vcd");
    }
    file_ = std::make_unique<core::StreamedFile>("--vcd", vcd_path_);
    text_.reserve(1 << 20);
}

bool VcdWriter::wanted(const std::string& full_name) const {
    return fnmatch(config_.signals.c_str(), full_name.c_str(), 0) == 0;
}

VcdWriter::Id VcdWriter::add(const std::string& scope, const std::string& name, unsigned bits, std::uint64_t initial,
                             bool z) {
    if (!wanted(scope + "." + name)) return kUnwanted;
    signals_.push_back({scope, name, code_of(signals_.size()), bits, initial, z});
    return static_cast<Id>(signals_.size() - 1);
}

void VcdWriter::add_clock(const std::string& scope, const std::string& name, const core::Clock& clock) {
    const Id id = add(scope, name, 1, 0);
    if (id == kUnwanted) return;
    clocks_.push_back({&clock, id, 0, clock.segments().front().from_fs, true});
}

std::string VcdWriter::range(const Signal& s) const {
    return s.bits == 1 ? "" : "[" + std::to_string(s.bits - 1) + ":0]";
}

std::vector<std::string> VcdWriter::names() const {
    std::vector<std::string> names;
    for (const Signal& s : signals_) names.push_back(s.scope + "." + s.name + range(s));
    return names;
}

void VcdWriter::ClockWave::follow_slips() {
    const auto& segments = clock->segments();
    while (rising && segment + 1 < segments.size() && next > segments[segment].to_fs)
        next = segments[++segment].from_fs;
}

void VcdWriter::ClockWave::advance() {
    const core::Femtoseconds period = clock->segments()[segment].period_fs, half = period / 2;
    next += rising ? half : period - half;
    rising = !rising;
    follow_slips();
}

void VcdWriter::ClockWave::skip_to(core::Femtoseconds t) {
    const auto& segments = clock->segments();
    while (segment + 1 < segments.size() && segments[segment + 1].from_fs <= t)
        next = segments[++segment].from_fs, rising = true;
    follow_slips();
    const core::Femtoseconds last = std::min(t, segments[segment].to_fs);
    const core::Femtoseconds period = segments[segment].period_fs;
    if (rising && next < last) next += (last - next) / period * period;
    while (next < t) advance();
}

void VcdWriter::flush(core::Femtoseconds until) {
    until = std::min(until, config_.to_fs);
    // Changes of one instant stand in the order of their signals, whatever the order in which the kernel ran its methods.
    std::stable_sort(changes_.begin(), changes_.end(),
                     [](const Change& a, const Change& b) { return std::tie(a.at, a.id) < std::tie(b.at, b.id); });
    std::size_t taken = 0;
    if (!started_) {  // before the window only the last values matter
        for (; taken < changes_.size() && changes_[taken].at < config_.from_fs; ++taken) set(changes_[taken]);
        if (until >= config_.from_fs) start();
    }
    if (started_) {
        for (ClockWave& c : clocks_) c.follow_slips();
        merge(until, taken);
    }
    const bool over = until == config_.to_fs;
    changes_.erase(changes_.begin(), over ? changes_.end() : changes_.begin() + static_cast<std::ptrdiff_t>(taken));
    if (text_.size() > (1 << 19)) drain();
}

void VcdWriter::merge(core::Femtoseconds until, std::size_t& taken) {
    constexpr core::Femtoseconds never = ~core::Femtoseconds{0};
    for (;;) {
        ClockWave* first = nullptr;
        for (ClockWave& c : clocks_)
            if (!first || c.next < first->next) first = &c;
        const core::Femtoseconds data = taken < changes_.size() ? changes_[taken].at : never;
        const core::Femtoseconds edge = first ? first->next : never;
        const core::Femtoseconds at = std::min(data, edge);
        if (at > until || at == never) return;
        if (edge <= data) {
            emit({edge, first->rising, first->id, false});
            first->advance();
        } else {
            emit(changes_[taken++]);
        }
    }
}

bool VcdWriter::set(const Change& c) {
    Signal& s = signals_[c.id];
    if (s.value == c.value && s.z == c.z) return false;
    s.value = c.value;
    s.z = c.z;
    return true;
}

void VcdWriter::emit(const Change& c) {
    if (!set(c)) return;
    put_time(c.at);
    put_value(signals_[c.id]);
}

void VcdWriter::put_time(core::Femtoseconds at) {
    const std::uint64_t ps = at / 1000;
    if (ps == last_ps_) return;
    last_ps_ = ps;
    char digits[24];
    char* p = digits + sizeof digits;
    std::uint64_t rest = ps;
    *--p = '\n';
    do *--p = static_cast<char>('0' + rest % 10);
    while ((rest /= 10) > 0);
    *--p = '#';
    text_.append(p, static_cast<std::size_t>(digits + sizeof digits - p));
}

void VcdWriter::put_value(const Signal& s) {
    if (s.bits == 1) {
        text_ += s.z ? 'z' : static_cast<char>('0' + (s.value & 1));
    } else {
        text_ += 'b';
        if (s.z) {
            text_ += 'z';
        } else {
            const unsigned significant = s.value ? 64 - static_cast<unsigned>(__builtin_clzll(s.value)) : 1;
            for (unsigned bit = significant; bit-- > 0;) text_ += static_cast<char>('0' + (s.value >> bit & 1));
        }
        text_ += ' ';
    }
    text_ += s.code;
    text_ += '\n';
}

void VcdWriter::put_header() {
    text_ += "$timescale 1ps $end\n";
    std::vector<std::string> open;
    const auto descend = [this, &open](const std::vector<std::string>& to) {
        std::size_t common = 0;
        while (common < open.size() && common < to.size() && open[common] == to[common]) ++common;
        for (; open.size() > common; open.pop_back()) text_ += "$upscope $end\n";
        for (; open.size() < to.size(); open.push_back(to[open.size()]))
            text_ += "$scope module " + to[open.size()] + " $end\n";
    };
    for (const Signal& s : signals_) {
        descend(parts_of(s.scope));
        text_ += "$var wire " + std::to_string(s.bits) + " " + s.code + " " + s.name;
        text_ += (s.bits == 1 ? "" : " " + range(s)) + " $end\n";
    }
    descend({});
    text_ += "$enddefinitions $end\n";
}

void VcdWriter::start() {
    started_ = true;
    for (ClockWave& c : clocks_) {
        c.skip_to(config_.from_fs);
        signals_[c.id].value = !c.rising;
    }
    put_header();
    put_time(config_.from_fs);
    text_ += "$dumpvars\n";
    for (const Signal& s : signals_) put_value(s);
    text_ += "$end\n";
}

void VcdWriter::drain() {
    file_->out().write(text_.data(), static_cast<std::streamsize>(text_.size()));
    text_.clear();
}

void VcdWriter::finish() {
    if (finished_ || !file_) return;
    begin_window(core::now_fs());  // a trigger that never came leaves a file of no length
    flush(core::now_fs());
    if (!started_) start();
    put_time(std::max(config_.from_fs, std::min(core::now_fs(), config_.to_fs)));
    drain();
    file_->finish();
    finished_ = true;
    if (vcd_path_ != config_.path) convert();
    if (!file_->in_place()) write_save_file();
}

void VcdWriter::convert() const {
    core::StreamedFile fst("--vcd", config_.path);
    if (run_program({"vcd2fst", vcd_path_.c_str(), fst.grows_at().c_str(), nullptr}) != 0)
        throw core::ConfigError("--vcd: vcd2fst could not make '" + config_.path + "'; '" + vcd_path_ + "' was kept");
    fst.finish();
    std::remove(vcd_path_.c_str());
}

void VcdWriter::write_save_file() const {
    std::filesystem::path path(config_.path);
    std::string text = "[dumpfile] \"" + path.filename().string() + "\"\n";
    // Open where something happens, else at the start of the file, with about two nanoseconds a pixel.
    const std::string start = std::to_string(std::max(opens_fs_, config_.from_fs) / 1000);
    text += "[timestart] " + start + "\n*-11.000000 " + start + "\n";
    std::string group;
    for (const Signal& s : signals_) {
        if (s.scope.find(".oe_") != std::string::npos) continue;
        if (s.scope != group) text += "@200\n-" + (group = s.scope) + "\n";
        text += (s.bits == 1 ? "@28\n" : "@22\n") + s.scope + "." + s.name + range(s) + "\n";
    }
    core::write_file(path.replace_extension(".gtkw").string(), text);
}

}  // namespace niclab::probe
