/// @file  The interrupt lines of an EISA bus as its CPU sees them: a level, which several cards may pull, and which asks as long as one does.
///
/// Source:        that lines may be levels, and shared then: NEC Image P100E Service Manual, p. 1-25. That all of them are: *assumed*.
/// Not modelled:  lines that ask by an edge, priorities in service, the bus cycles of INTA#: the CPU serves all lines that ask.
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
