/// @file The time in which a CPU moves words over an ISA bus to or from a card, word by word.
///
/// Source: standard cycles of 3 BCLK at 8.33 MHz, from memory: *assumed*. A DP8390's local DMA
///   moves 8 octets in 16 clocks of 50 ns every 6.4 us during a transmission, and has priority for
///   the card's memory: *assumed*, from memory.
/// Timing: a cycle begins with the first edge of BCLK after the CPU's own clocks and lasts
///   `cycle_clocks` and `wait_clocks`. It ends with the first edge that is at least a clock after
///   the card is ready. Without own clocks of the CPU, words follow each other without a gap.
/// Not modelled: refresh, other masters, address lines.
#pragma once

#include <cstdint>

#include "base/time.h"

namespace niclab::isa {

using base::Femtoseconds;

/// The memory of the card that holds the copied data.
enum class CardMemory {
    Free,    ///< Always ready in time: a FIFO, memory with two ports, or no card at all.
    Shared,  ///< Memory that the bus accesses directly, with priority for the card's own DMA.
    Remote,  ///< A latch, which the card's DMA empties or fills between its own bursts.
};

struct CopyConfig {
    Femtoseconds clock = 120 * base::kNanosecond;  ///< BCLK.
    double cycle_clocks = 3;
    unsigned wait_clocks = 0;
    Femtoseconds between = 0;  ///< Time of the CPU between two words.
    unsigned word_octets = 2;
    CardMemory memory = CardMemory::Free;
    unsigned remote_clocks = 8;  ///< Of the card: a word between latch and memory, including arbitration.
};

class Copy {
public:
    /// Begins at `at`. `transmitting`: the card's transmitter reads octets from its memory
    /// meanwhile.
    Copy(const CopyConfig& config, Femtoseconds at, bool transmitting);
    /// Time at which `octets` more are transferred.
    Femtoseconds move(std::uint64_t octets);

private:
    void word();
    Femtoseconds edge(Femtoseconds at) const { return (at + config_.clock - 1) / config_.clock * config_.clock; }
    /// First time from `at` on at which the card's own DMA does not use the memory.
    Femtoseconds free_from(Femtoseconds at);

    CopyConfig config_;
    Femtoseconds now_, next_burst_, burst_ends_ = 0;
    Femtoseconds held_ = 0;  ///< Until then the bus, or the transfer of the latch, uses the card's memory.
};

}  // namespace niclab::isa
