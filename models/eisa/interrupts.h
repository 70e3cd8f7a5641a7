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
    void before_end_of_elaboration() override;
    void on_change();

    Bus& bus_;
};

}  // namespace niclab::eisa
