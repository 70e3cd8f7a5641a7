/// @file The interrupt controller of an ISA bus: a request is the rising edge of IRQn and is stored
/// until it is acknowledged.
///
/// Behaviour: a line that falls before its request is acknowledged cancels the request. An edge
///   that rises during service is stored until after it.
/// Source: Intel, 8259A data sheet, edge triggered mode, from memory of it: *assumed*.
/// Not modelled: priorities in service, the spurious IRQ7 and the bus cycles of INTA#. The CPU
///   takes the lowest line at once.
#pragma once

#include "bus/interrupt_lines.h"
#include "isa/bus.h"

namespace niclab::isa {

class Interrupts : public bus::InterruptLines {
public:
    Interrupts(sc_core::sc_module_name name, Bus& bus) : InterruptLines(name), bus_(bus) {}
    /// Acknowledges the request of the lowest line. To be called by a thread, as enable().
    void acknowledge();

private:
    void before_end_of_elaboration() override;
    void on_change();

    Bus& bus_;
    std::uint32_t levels_ = 0;
};

}  // namespace niclab::isa
