/// @file  The interrupt lines of an EISA bus as its CPU sees them: a level, which several cards may pull, and which asks as long as one does.
///
/// Source:        that lines may be levels, and shared then: NEC Image P100E Service Manual, p. 1-25. That all of them are: *assumed*.
/// Not modelled:  lines that ask by an edge, priorities in service, the bus cycles of INTA#: the CPU serves all lines that ask.
#pragma once

#include "core/wire.h"
#include "eisa/bus.h"

namespace niclab::eisa {

class Interrupts : public sc_core::sc_module, public core::ActivitySource {
public:
    Interrupts(sc_core::sc_module_name name, Bus& bus);

    /// INTR of the CPU: a line that may interrupt asks.
    const core::Wire<bool>& intr() const { return intr_; }
    /// Line `irq` may interrupt, or may not. To be called by a thread, which waits until INTR says so.
    void enable(unsigned irq, bool on);
    /// Lines that ask, whether they may interrupt or not; bit n is IRQn.
    std::uint32_t requested() const { return requested_; }
    core::Activity activity() const override { return {calls_, 0, 0}; }

private:
    void before_end_of_elaboration() override;
    void on_change();

    Bus& bus_;
    core::Wire<bool> intr_{"intr"};
    sc_core::sc_event changed_;
    std::uint32_t requested_ = 0, enabled_ = 0;
    std::uint64_t calls_ = 0;
};

}  // namespace niclab::eisa
