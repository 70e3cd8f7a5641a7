/// @file  The interrupt lines of an ISA bus as its CPU sees them: a request is the rising edge of IRQn, remembered until it is taken.
///
/// A line that falls before its request is taken has asked for nothing. What rises while it is served is remembered for behind it.
/// Source:        Intel, 8259A data sheet, edge triggered mode, from memory of it: *assumed*.
/// Not modelled:  priorities in service, the spurious IRQ7 and the bus cycles of INTA#: the CPU takes the lowest line at once.
#pragma once

#include "core/wire.h"
#include "isa/bus.h"

namespace niclab::isa {

class Interrupts : public sc_core::sc_module, public core::ActivitySource {
public:
    Interrupts(sc_core::sc_module_name name, Bus& bus);

    /// INTR of the CPU: a line that may interrupt has asked.
    const core::Wire<bool>& intr() const { return intr_; }
    /// Line `irq` may interrupt, or may not. To be called by a thread, which waits until INTR says so.
    void enable(unsigned irq, bool on);
    /// Takes the request of the lowest line. By a thread, likewise.
    void acknowledge();
    /// Lines that have asked, whether they may interrupt or not; bit n is IRQn.
    std::uint32_t requested() const { return requested_; }
    core::Activity activity() const override { return {calls_, 0, 0}; }

private:
    void before_end_of_elaboration() override;
    void on_change();
    void settle();

    Bus& bus_;
    core::Wire<bool> intr_{"intr"};
    sc_core::sc_event changed_;
    std::uint32_t levels_ = 0, requested_ = 0, enabled_ = 0;
    std::uint64_t calls_ = 0;
};

}  // namespace niclab::isa
