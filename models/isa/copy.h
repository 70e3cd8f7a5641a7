/// @file  How long a CPU moves words over an ISA bus to or from a card, word by word.
///
/// Source:        standard cycles of 3 BCLK at 8.33 MHz, from memory: *assumed*. A DP8390's local DMA moves 8 octets in 16 clocks of
///                50 ns each 6.4 us while its transmitter is at work, and has the card's memory first: *assumed*, from memory.
/// Timing:        a cycle begins with the first edge of BCLK behind the CPU's own clocks, lasts `cycle_clocks` and `wait_clocks`, and ends
///                with the edge a clock behind which the card is ready. Without clocks of the CPU's own words follow each other without a gap.
/// Not modelled:  refresh, other masters, address lines.
#pragma once

#include <cstdint>

#include "base/time.h"

namespace niclab::isa {

using base::Femtoseconds;

/// Where the card keeps what is copied.
enum class CardMemory {
    Free,    ///< Ready in time, always: a FIFO, memory with two ports, or no card at all.
    Shared,  ///< The bus reaches into memory that the card's own DMA has first.
    Remote,  ///< A latch, which the card's DMA empties or fills between bursts of its own.
};

struct CopyConfig {
    Femtoseconds clock = 120 * base::kNanosecond;  ///< BCLK.
    double cycle_clocks = 3;
    unsigned wait_clocks = 0;
    Femtoseconds between = 0;  ///< What the CPU does between two words.
    unsigned word_octets = 2;
    CardMemory memory = CardMemory::Free;
    unsigned remote_clocks = 8;  ///< Of the card: a word between latch and memory, arbitration included.
};

class Copy {
public:
    /// Begins at `at`. `transmitting`: the card's transmitter takes octets out of its memory meanwhile.
    Copy(const CopyConfig& config, Femtoseconds at, bool transmitting);
    /// Time at which `octets` more are through.
    Femtoseconds move(std::uint64_t octets);

private:
    void word();
    Femtoseconds edge(Femtoseconds at) const { return (at + config_.clock - 1) / config_.clock * config_.clock; }
    /// First time from `at` on at which the card's own DMA leaves the memory alone.
    Femtoseconds free_from(Femtoseconds at);

    CopyConfig config_;
    Femtoseconds now_, next_burst_, burst_ends_ = 0;
    Femtoseconds held_ = 0;  ///< Until then the bus, or what it left in the latch, has the card's memory.
};

}  // namespace niclab::isa
