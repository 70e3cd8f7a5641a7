/// @file  The interrupt lines of an ISA bus as its CPU sees them: a request is the rising edge of IRQn, remembered until it is taken.
///
/// A line that falls before its request is taken has asked for nothing. What rises while it is served is remembered for behind it.
/// Source:        Intel, 8259A data sheet, edge triggered mode, from memory of it: *assumed*.
/// Not modelled:  priorities in service, the spurious IRQ7 and the bus cycles of INTA#: the CPU takes the lowest line at once.
#pragma once

#include "bus/interrupt_lines.h"
#include "isa/bus.h"

namespace niclab::isa {

class Interrupts : public bus::InterruptLines {
public:
    Interrupts(sc_core::sc_module_name name, Bus& bus) : InterruptLines(name), bus_(bus) {}
    /// Takes the request of the lowest line. By a thread, as enable().
    void acknowledge();

private:
    void before_end_of_elaboration() override;
    void on_change();

    Bus& bus_;
    std::uint32_t levels_ = 0;
};

}  // namespace niclab::isa
