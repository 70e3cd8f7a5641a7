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
    void acknowledge() {
        const std::uint32_t asked = requested_ & enabled_;
        requested_ &= ~(asked & (~asked + 1));
        settle();
    }

private:
    void before_end_of_elaboration() override {
        SC_HAS_PROCESS(Interrupts);
        SC_METHOD(on_change);
        sensitive << changed_;
        for (const auto& irq : bus_.irqs())
            if (irq) sensitive << *irq;
        dont_initialize();
    }
    void on_change() {
        std::uint32_t now = 0;
        for (unsigned n = 0; n < Bus::kIrqs; ++n)
            if (bus_.irqs()[n] && bus_.irqs()[n]->read()) now |= 1u << n;
        set_requested((requested_ | (now & ~levels_)) & now);
        levels_ = now;
    }

    Bus& bus_;
    std::uint32_t levels_ = 0;
};

}  // namespace niclab::isa
