/// @file  The shared wires of an ISA bus: resolves what its agents drive, and has the lines that each card has for itself.
///
/// Every agent writes a record (levels.h); Bus resolves them in the delta cycle after. IOCS16#, MEMCS16#, 0WS# and IOCHRDY are open
/// collectors: any number may pull. SD and the commands have one driver; two are counted, for the checker, and the wires then show both.
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

    /// IRQn and DRQn, each of one card; made at the first call. `n` below kIrqs, kChannels.
    core::Wire<bool>& irq(unsigned n) { return line(irq_, n, "irq_"); }
    core::Wire<bool>& drq(unsigned n) { return line(drq_, n, "drq_"); }
    /// Those that somebody has, others are nullptr.
    const std::array<std::unique_ptr<core::Wire<bool>>, kIrqs>& irqs() const { return irq_; }
    const std::array<std::unique_ptr<core::Wire<bool>>, kChannels>& drqs() const { return drq_; }
    /// Agents that drive an octet of SD that another one drives, too.
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
