#include "isa/copy.h"

#include <algorithm>
#include <cmath>

namespace niclab::isa {

namespace {

constexpr Femtoseconds kCardClock = 50 * base::kNanosecond, kBurstEach = 6400 * base::kNanosecond;
constexpr unsigned kBurstClocks = 16, kHeldClocks = 4;  // four words; one access from the bus

}  // namespace

Copy::Copy(const CopyConfig& config, Femtoseconds at, bool transmitting)
    : config_(config), now_(at), next_burst_(transmitting ? at : base::kNever) {}

Femtoseconds Copy::free_from(Femtoseconds at) {
    while (next_burst_ <= at) {
        burst_ends_ = std::max({next_burst_, burst_ends_, held_}) + kBurstClocks * kCardClock;
        next_burst_ += kBurstEach;
    }
    return std::max(at, burst_ends_);
}

void Copy::word() {
    const Femtoseconds begin = config_.between > 0 ? edge(now_ + config_.between) : now_;
    // The command comes a clock into the cycle, and the card samples it at most one of its own
    // clocks later. Whether it is ready is sampled a clock of the bus before the cycle's end.
    Femtoseconds end =
        begin + Femtoseconds(std::llround((config_.cycle_clocks + config_.wait_clocks) * double(config_.clock)));
    if (config_.memory == CardMemory::Shared) {
        const Femtoseconds through = free_from(begin + config_.clock + kCardClock);
        end = std::max(end, edge(through + config_.clock));
        held_ = through + kHeldClocks * kCardClock;
    } else if (config_.memory == CardMemory::Remote) {
        end = std::max(end, edge(held_ + config_.clock));
        held_ = free_from(end + kCardClock) + (config_.remote_clocks - 1) * kCardClock;
    }
    now_ = end;
}

Femtoseconds Copy::move(std::uint64_t octets) {
    const std::uint64_t words = (octets + config_.word_octets - 1) / config_.word_octets;
    for (std::uint64_t k = 0; k < words; ++k) word();
    return now_;
}

}  // namespace niclab::isa
