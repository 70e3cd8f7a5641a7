/// @file The interrupt lines of an EISA bus as seen by its CPU: a request is a level, which several
/// cards may pull, and lasts while one does.
///
/// Source: lines may be levels, and shared then: NEC Image P100E Service Manual, p. 1-25. All lines
///   are levels here: *assumed*.
/// Not modelled: edge-triggered lines, priorities in service, the bus cycles of INTA#. The CPU
///   serves all requesting lines.
#pragma once

#include "bus/interrupt_lines.h"
#include "eisa/bus.h"

namespace niclab::eisa {

class Interrupts : public bus::InterruptLines {
public:
    Interrupts(sc_core::sc_module_name name, Bus& bus) : InterruptLines(name), bus_(bus) {}

private:
    void before_end_of_elaboration() override {
        SC_HAS_PROCESS(Interrupts);
        SC_METHOD(on_change);
        sensitive << changed_;
        for (unsigned n = 0; n < Bus::kIrqs; ++n)
            for (const auto& irq : bus_.irqs(n)) sensitive << *irq;
        dont_initialize();
    }
    void on_change() {
        std::uint32_t now = 0;
        for (unsigned n = 0; n < Bus::kIrqs; ++n)
            for (const auto& irq : bus_.irqs(n)) now |= std::uint32_t{irq->read()} << n;
        set_requested(now);
    }

    Bus& bus_;
};

}  // namespace niclab::eisa
