#include "judge.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <stdexcept>
#include <vector>

#include "check/waveform_check.h"

namespace niclab::fuzz {

MemoryFile::MemoryFile() : file_(memfd_create("waveform", MFD_CLOEXEC)) {
    if (file_ < 0) throw std::runtime_error("no file in memory can be made");
    path_ = "/proc/self/fd/" + std::to_string(file_);
}

MemoryFile::~MemoryFile() { close(file_); }

void MemoryFile::put(const std::string& text) {
    if (ftruncate(file_, 0) != 0) throw std::runtime_error("a file in memory cannot be emptied");
    for (std::size_t done = 0; done < text.size();) {
        const ssize_t written = pwrite(file_, text.data() + done, text.size() - done, static_cast<off_t>(done));
        if (written <= 0) throw std::runtime_error("a file in memory cannot be written");
        done += static_cast<std::size_t>(written);
    }
}

Verdict judge(const std::string& path) try {
    check::WaveformCheck check(path, "");
    check.run([](double) { return true; }, [](const check::WaveReader&) {});
    std::vector<std::string> lines;
    for (const auto& bus : check.buses())
        lines.push_back(bus->synchronised()
                            ? fmt::format("{}: {} from {} fs\n", bus->name(), bus->checked(), bus->judged_from())
                            : fmt::format("{}: not judged\n", bus->name()));
    for (const std::string& scope : check.not_judged()) lines.push_back(scope + ": not judged\n");
    std::sort(lines.begin(), lines.end());
    const std::size_t buses = lines.size();
    for (const check::Violation& v : check.report().violations())
        lines.push_back(fmt::format("{} fs: {}: {}: {}\n", v.at, v.rule->id, v.where, v.seen));
    // Buses with clock edges at one time are checked in any order.
    std::sort(lines.begin() + static_cast<std::ptrdiff_t>(buses), lines.end());
    for (const check::Report::Count& c : check.report().counts())
        lines.push_back(fmt::format("{}: {}\n", c.rule->id, c.times));
    std::sort(lines.begin() + static_cast<std::ptrdiff_t>(buses), lines.end());
    return {false, fmt::format("{}", fmt::join(lines, ""))};
} catch (const core::ConfigError& e) {
    return {true, e.what()};
}

}  // namespace niclab::fuzz
