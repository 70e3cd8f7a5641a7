/// @file The sample of a PCI bus at one rising clock edge by a passive observer.
///
/// Behaviour: values are those just before the edge. For control wires true means asserted; C/BE#
///   are the electrical levels. A sustained tri-state wire that is not driven is deasserted: its
///   pull-up holds it high.
#pragma once

#include <array>
#include <cstdint>

#include "core/clock.h"

namespace niclab::check {

inline constexpr unsigned kMaxPciAgents = 16;
inline constexpr std::uint8_t kDualAddress = 0xD;  ///< C/BE#[3:0] of a dual address cycle.

/// Groups of wires that are driven together; one bit each.
enum PciGroup : std::uint16_t {
    kAd = 0x001,
    kCbe = 0x002,
    kPar = 0x004,
    kFrame = 0x008,
    kIrdy = 0x010,
    kTarget = 0x020,  ///< DEVSEL#, TRDY#, STOP#.
    kPerr = 0x040,
    kSerr = 0x080,
    kAdHigh = 0x100,   ///< AD[63:32] and C/BE#[7:4].
    kParHigh = 0x200,  ///< PAR64.
    kReq64 = 0x400,
    kAck64 = 0x800,
    kReq = 0x1000,  ///< Only in PciSample::unknown, as is the next.
    kGnt = 0x2000,
};

struct PciSample {
    std::uint64_t cycle = 0;  ///< Number of the clock edge; omitted edges were like the sample before them.
    core::Femtoseconds at = 0;
    std::uint64_t ad = 0;
    std::uint8_t cbe = 0;
    std::uint16_t driven = 0;   ///< Groups with a driver.
    std::uint16_t unknown = 0;  ///< Groups with a wire that is neither 0 nor 1 nor undriven: contention or X.
    bool par = false, par64 = false;
    bool frame = false, irdy = false, trdy = false, devsel = false, stop = false, perr = false, serr = false;
    bool req64 = false, ack64 = false, rst = false, m66en = false;
    std::uint32_t req = 0, gnt = 0;  ///< One bit per master, 1 = asserted.
    /// Groups that each agent drives; all 0 if the observer has no output enables.
    std::array<std::uint16_t, kMaxPciAgents> enables{};

    bool idle() const { return !frame && !irdy; }
    /// Equality of the wires and their drivers.
    bool alike(const PciSample& o) const {
        const auto bits = [](const PciSample& s) {
            return s.par | s.par64 << 1 | s.frame << 2 | s.irdy << 3 | s.trdy << 4 | s.devsel << 5 | s.stop << 6 |
                   s.perr << 7 | s.serr << 8 | s.req64 << 9 | s.ack64 << 10 | s.rst << 11 | s.m66en << 12;
        };
        return ad == o.ad && cbe == o.cbe && driven == o.driven && unknown == o.unknown && bits(*this) == bits(o) &&
               req == o.req && gnt == o.gnt && enables == o.enables;
    }
};

}  // namespace niclab::check
