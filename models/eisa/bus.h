/// @file The shared wires of an EISA bus, and the lines of each single slot or card.
///
/// Behaviour: EX32#, EX16#, NOWS#, SLBURST# and EXRDY are open collector wires: any number of
///   agents may pull them. Address, START#, MSBURST# and D have one driver. Two drivers are counted
///   for the checker, and the wires then show both. BCLK and CMD# are the board's. Several cards
///   may share an IRQ; each has its own wire that pulls the line.
/// Not modelled: LOCK#; the ISA half of a slot.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "bus/shared_wires.h"
#include "eisa/levels.h"

namespace niclab::eisa {

using Pins = bus::SharedPins<Levels>;

class Bus : public bus::SharedWires<Levels> {
public:
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

}  // namespace niclab::eisa
