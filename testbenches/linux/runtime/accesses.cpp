#include "runtime/accesses.h"

#include <fmt/format.h>

#include <iterator>

namespace niclab::linux_kernel {

/// In a large window, registers one after the other that were accessed as often are one entry.
Accesses::Registers::const_iterator Accesses::end_of_run(Registers::const_iterator at,
                                                         std::uint64_t Register::*count) const {
    constexpr std::uint32_t kSmall = 0x100, kDword = 4;
    const auto first = at++;
    if (offsets_ < kSmall) return at;
    while (at != registers_.end() && at->first == std::prev(at)->first + kDword &&
           at->second.*count == first->second.*count)
        ++at;
    return at;
}

std::string Accesses::listed(std::uint64_t Register::*count) const {
    std::string all;
    for (auto at = registers_.begin(); at != registers_.end();) {
        const auto& [first, counts] = *at;
        const auto end = end_of_run(at, count);
        const std::uint32_t last = std::prev(end)->first;
        if (counts.*count > 0)
            all += last == first ? fmt::format(" {:02X}h x{}", first, counts.*count)
                                 : fmt::format(" {:02X}h to {:02X}h x{} each", first, last, counts.*count);
        at = end;
    }
    return all.empty() ? " none" : all;
}

std::string Accesses::text(const Timed& timed) const {
    const Access& a = timed.access;
    return fmt::format("{} {:02X}h = {:02X}h at {:.3f} us", a.write ? "write" : "read", offset_of(a), a.value,
                       double(timed.at) * 1e-9);
}

std::string Accesses::step() const { return step_first_ ? text(*step_first_) + " to " + text(*step_last_) : "none"; }

std::string Accesses::by_register() const {
    return "read" + listed(&Register::reads) + "; written" + listed(&Register::writes);
}

std::string Accesses::fingerprint() const {
    constexpr std::uint32_t kStat = 0x18, kGp = 0x4C;
    const auto n = [](std::uint64_t value) { return std::to_string(value); };
    return n(reads()) + " reads (" + n(reads(kStat)) + " of STAT), " + n(writes()) + " writes: " + n(commands(4)) +
           " SRAM writes, " + n(commands(5)) + " SRAM reads, " + n(commands(6)) + " free buffer, " + n(commands(8)) +
           " utility reads, " + n(commands(9)) + " utility writes, " + n(writes(kGp)) + " GP";
}

}  // namespace niclab::linux_kernel
