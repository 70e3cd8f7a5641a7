#include "runtime/source_lines.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <cstdio>
#include <filesystem>
#include <memory>
#include <sstream>

namespace niclab::linux_kernel {

namespace {

std::string output_of(const std::string& command) {
    const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen(command.c_str(), "r"), pclose);
    if (!pipe) return "";
    std::string text;
    char part[512];
    while (std::fgets(part, sizeof part, pipe.get())) text += part;
    return text;
}

/// A word of a shell.
std::string quoted(const std::string& text) {
    std::string all = "'";
    for (const char c : text) all += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return all + "'";
}

bool ends_with(const std::string& text, const std::string& end) {
    return text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

}  // namespace

std::string SourceLines::module() const { return std::filesystem::path(module_).stem().string(); }

bool SourceLines::has(CodeAddress address) const {
    Dl_info info{};
    return base_ && dladdr(address, &info) != 0 && info.dli_fbase == base_;
}

const SourceLines::Place& SourceLines::at(CodeAddress address, bool in_call) {
    static const Place kKernel{"kernel", ""};
    if (!has(address)) return kKernel;
    const std::size_t offset =
        static_cast<std::size_t>(static_cast<const char*>(address) - static_cast<const char*>(base_)) -
        (in_call ? 1 : 0);
    const auto found = known_.find(offset);
    if (found != known_.end()) return found->second;
    return known_[offset] = looked_up(offset);
}

/// The innermost function of the driver itself: an inline function of a header is not one.
SourceLines::Place SourceLines::looked_up(std::size_t offset) const {
    std::istringstream lines(
        output_of(fmt::format("addr2line -s -f -i -e {} {:#x} 2>/dev/null", quoted(module_), offset)));
    std::string function, line;
    while (std::getline(lines, function) && std::getline(lines, line)) {
        line = line.substr(0, line.find(' '));  // before "(discriminator 2)"
        const std::size_t colon = line.rfind(':');
        if (colon != std::string::npos && ends_with(line.substr(0, colon), ".c")) return {line, function};
    }
    return {fmt::format("{}+{:#x}", std::filesystem::path(module_).filename().string(), offset), ""};
}

}  // namespace niclab::linux_kernel
