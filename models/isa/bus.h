/// @file The shared wires of an ISA bus with the resolution of their drivers, and the lines of each
/// single card.
///
/// Behaviour: every agent writes a record (levels.h); Bus resolves the records in the next delta
///   cycle. IOCS16#, MEMCS16#, 0WS# and IOCHRDY are open collector wires: any number of agents may
///   pull them. SD and the commands have one driver. Two drivers are counted for the checker, and
///   the wires then show both.
#pragma once

#include <array>
#include <memory>

#include "bus/shared_wires.h"
#include "isa/levels.h"

namespace niclab::isa {

using Pins = bus::SharedPins<Levels>;

class Bus : public bus::SharedWires<Levels> {
public:
    static constexpr unsigned kIrqs = 16, kChannels = 8;

    explicit Bus(sc_core::sc_module_name name) : SharedWires(name) {}

    /// IRQn and DRQn, each of one card; created on the first call. `n` below kIrqs, kChannels.
    core::Wire<bool>& irq(unsigned n) { return line(irq_, n, "irq_"); }
    core::Wire<bool>& drq(unsigned n) { return line(drq_, n, "drq_"); }
    /// The lines that are in use; the others are nullptr.
    const std::array<std::unique_ptr<core::Wire<bool>>, kIrqs>& irqs() const { return irq_; }
    const std::array<std::unique_ptr<core::Wire<bool>>, kChannels>& drqs() const { return drq_; }
    /// Number of agents that drive an octet of SD that another agent drives, too.
    unsigned sd_drivers() const;

private:
    template <std::size_t kN>
    static core::Wire<bool>& line(std::array<std::unique_ptr<core::Wire<bool>>, kN>& lines, unsigned n,
                                  const char* name) {
        if (!lines.at(n)) lines[n] = std::make_unique<core::Wire<bool>>((name + std::to_string(n)).c_str());
        return *lines[n];
    }

    std::array<std::unique_ptr<core::Wire<bool>>, kIrqs> irq_;
    std::array<std::unique_ptr<core::Wire<bool>>, kChannels> drq_;
};

}  // namespace niclab::isa
