/// @file  The wires that all on an EISA bus share, as they are or as one agent drives them.
///
/// True means asserted, but for `bclk` and `ready` (EXRDY), whose true is their high level: EXRDY's is what nobody pulls low. M/IO and W/R are true
/// for memory and for writes.
/// Source:  names of the wires: the table of the EISA connector. Levels and drivers: EISA 3.12, from memory of it: *assumed*.
#pragma once

#include <cstdint>
#include <ostream>
#include <systemc>

namespace niclab::eisa {

/// What an agent drives of the wires that have one driver: bit n is octet n of D[31:0].
enum Enable : std::uint8_t {
    kData = 0x0F,
    kAddress = 0x10,  ///< LA, BE#, M/IO, W/R, START#, MSBURST#
};

struct Levels {
    std::uint32_t la = 0;      ///< LA[31:2], as the address of an octet.
    std::uint32_t data = 0;    ///< What nobody drives is pulled up.
    std::uint16_t aen = 0;     ///< AENn of slot n in bit n.
    std::uint16_t mak = 0;     ///< MAKn# likewise.
    std::uint8_t be = 0;       ///< BE#[3:0]
    std::uint8_t enabled = 0;  ///< Enable bits.
    bool bclk = false, start = false, cmd = false, memory = false, write = false, refresh = false;
    bool ex32 = false, ex16 = false, nows = false, msburst = false, slburst = false, ready = true;

    bool operator==(const Levels& o) const;
    /// What both drive, wire by wire.
    Levels& operator|=(const Levels& o);
    /// Pulls up what nobody drives of D.
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

/// All octets whose bit is set.
constexpr std::uint32_t octet_mask(unsigned enables) {
    return (enables & 1u ? 0xFFu : 0u) | (enables & 2u ? 0xFF00u : 0u) | (enables & 4u ? 0xFF0000u : 0u) |
           (enables & 8u ? 0xFF000000u : 0u);
}

std::ostream& operator<<(std::ostream& os, const Levels& l);
inline void sc_trace(sc_core::sc_trace_file*, const Levels&, const std::string&) {}

}  // namespace niclab::eisa
