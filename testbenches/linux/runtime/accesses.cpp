#include "runtime/accesses.h"

#include <fmt/format.h>

namespace niclab::linux_kernel {

namespace {

std::string listed(const std::array<std::uint64_t, 256>& counts) {
    std::string all;
    for (std::size_t offset = 0; offset < counts.size(); ++offset)
        if (counts[offset] > 0) all += fmt::format(" {:02X}h x{}", offset, counts[offset]);
    return all.empty() ? " none" : all;
}

}  // namespace

std::string Accesses::text(const Timed& timed) {
    const Access& a = timed.access;
    return fmt::format("{} {:02X}h = {:02X}h at {:.3f} us", a.write ? "write" : "read", a.address & 0xFFu, a.value,
                       double(timed.at) * 1e-9);
}

std::string Accesses::step() const { return step_first_ ? text(*step_first_) + " to " + text(*step_last_) : "none"; }

std::string Accesses::by_register() const { return "read" + listed(reads_) + "; written" + listed(writes_); }

std::string Accesses::fingerprint() const {
    constexpr std::uint32_t kStat = 0x18, kGp = 0x4C;
    const auto n = [](std::uint64_t value) { return std::to_string(value); };
    return n(reads()) + " reads (" + n(reads(kStat)) + " of STAT), " + n(writes()) + " writes: " + n(commands(4)) +
           " SRAM writes, " + n(commands(5)) + " SRAM reads, " + n(commands(6)) + " free buffer, " + n(commands(8)) +
           " utility reads, " + n(commands(9)) + " utility writes, " + n(writes(kGp)) + " GP";
}

}  // namespace niclab::linux_kernel
