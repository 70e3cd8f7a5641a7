/// @file The shared wires of an EISA bus, and the lines of each single slot or card.
///
/// Behaviour: EX32#, EX16#, NOWS#, SLBURST# and EXRDY are open collector wires: any number of
///   agents may pull them. Address, START#, MSBURST# and D have one driver. Two drivers are counted
///   for the checker, and the wires then show both. BCLK and CMD# are the board's. Several cards
///   may share an IRQ; each has its own wire that pulls the line.
/// Not modelled: LOCK#; the ISA half of a slot.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <ostream>
#include <systemc>
#include <vector>

#include "bus/kind.h"
#include "bus/shared_wires.h"
#include "core/clock.h"

namespace niclab::eisa {

/// The wires with a single driver that an agent drives: bit n is octet n of D[31:0].
enum Enable : std::uint8_t {
    kData = 0x0F,
    kAddress = 0x10,  ///< LA, BE#, M/IO, W/R, START#, MSBURST#
};

/// The shared wires of an EISA bus, as resolved levels or as driven by one agent.
///
/// Behaviour: true means asserted, except for `bclk` and `ready` (EXRDY), which are true at their
///   high level. EXRDY is high if no agent pulls it low. M/IO and W/R are true for memory and for
///   writes.
/// Source: names of the wires: the table of the EISA connector. Levels and drivers: EISA 3.12, from
///   memory of it: *assumed*.
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

using Pins = bus::SharedPins<Levels>;

class Bus : public bus::SharedWires<Levels> {
public:
    static constexpr bus::Kind kKind{"eisa", "EISA bus", 1988};
    static constexpr unsigned kIrqs = 16, kSlots = 16;

    explicit Bus(sc_core::sc_module_name name) : SharedWires(name) {}

    /// Adds a card that pulls IRQn, and returns its wire. `n` below kIrqs.
    core::Wire<bool>& add_irq(unsigned n, const std::string& agent);
    const std::vector<std::unique_ptr<core::Wire<bool>>>& irqs(unsigned n) const { return irqs_.at(n); }
    /// MREQn# of slot n; created on the first call. `n` below kSlots.
    core::Wire<bool>& mreq(unsigned n);
    /// Bit n: MREQn# is asserted.
    unsigned requests() const;
    /// The lines of slots with a master; the others are nullptr.
    const std::array<std::unique_ptr<core::Wire<bool>>, kSlots>& mreqs() const { return mreqs_; }
    /// Number of agents that drive one octet of D, or the address, at the same time.
    unsigned data_drivers() const;
    unsigned address_drivers() const;

private:
    std::array<std::vector<std::unique_ptr<core::Wire<bool>>>, kIrqs> irqs_;
    std::array<std::unique_ptr<core::Wire<bool>>, kSlots> mreqs_;
};

/// A bus with its clock, as a card in a slot is connected to it.
struct ClockedBus {
    core::Clock& halves;  ///< Of BCLK.
    Bus& bus;
};

}  // namespace niclab::eisa
