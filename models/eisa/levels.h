/// @file The shared wires of an EISA bus, as resolved levels or as driven by one agent.
///
/// Behaviour: true means asserted, except for `bclk` and `ready` (EXRDY), which are true at their
///   high level. EXRDY is high if no agent pulls it low. M/IO and W/R are true for memory and for
///   writes.
/// Source: names of the wires: the table of the EISA connector. Levels and drivers: EISA 3.12, from
///   memory of it: *assumed*.
#pragma once

#include <cstdint>
#include <ostream>
#include <systemc>

namespace niclab::eisa {

/// The wires with a single driver that an agent drives: bit n is octet n of D[31:0].
enum Enable : std::uint8_t {
    kData = 0x0F,
    kAddress = 0x10,  ///< LA, BE#, M/IO, W/R, START#, MSBURST#
};

struct Levels {
    std::uint32_t la = 0;      ///< LA[31:2], as an address in octets.
    std::uint32_t data = 0;    ///< Undriven wires are pulled up.
    std::uint16_t aen = 0;     ///< AENn of slot n in bit n.
    std::uint16_t mak = 0;     ///< MAKn# of slot n in bit n.
    std::uint8_t be = 0;       ///< BE#[3:0]
    std::uint8_t enabled = 0;  ///< Enable bits.
    bool bclk = false, start = false, cmd = false, memory = false, write = false, refresh = false;
    bool ex32 = false, ex16 = false, nows = false, msburst = false, slburst = false, ready = true;

    bool operator==(const Levels& o) const;
    /// Merges two records wire by wire.
    Levels& operator|=(const Levels& o);
    /// Pulls up the undriven octets of D.
    void settle();
};

inline bool Levels::operator==(const Levels& o) const {
    return la == o.la && data == o.data && aen == o.aen && mak == o.mak && be == o.be && enabled == o.enabled &&
           bclk == o.bclk && start == o.start && cmd == o.cmd && memory == o.memory && write == o.write &&
           refresh == o.refresh && ex32 == o.ex32 && ex16 == o.ex16 && nows == o.nows && msburst == o.msburst &&
           slburst == o.slburst && ready == o.ready;
}

inline Levels& Levels::operator|=(const Levels& o) {
    la |= o.la, data |= o.data, aen |= o.aen, mak |= o.mak, be |= o.be, enabled |= o.enabled;
    bclk |= o.bclk, start |= o.start, cmd |= o.cmd, memory |= o.memory, write |= o.write, refresh |= o.refresh;
    ex32 |= o.ex32, ex16 |= o.ex16, nows |= o.nows, msburst |= o.msburst, slburst |= o.slburst;
    ready = ready && o.ready;
    return *this;
}

/// The mask of all octets with a set bit.
constexpr std::uint32_t octet_mask(unsigned enables) {
    return (enables & 1u ? 0xFFu : 0u) | (enables & 2u ? 0xFF00u : 0u) | (enables & 4u ? 0xFF0000u : 0u) |
           (enables & 8u ? 0xFF000000u : 0u);
}

std::ostream& operator<<(std::ostream& os, const Levels& l);
inline void sc_trace(sc_core::sc_trace_file*, const Levels&, const std::string&) {}

}  // namespace niclab::eisa
