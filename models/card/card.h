/// @file  A card in a slot of its host's bus, whichever its kind and its line.
#pragma once

#include <cstdint>
#include <systemc>

#include "card/engine.h"

namespace niclab::pci {
class Initiator;
}

namespace niclab::card {

class Card : public sc_core::sc_module {
public:
    virtual Engine& engine() = 0;
    virtual const Engine& engine() const = 0;
    /// Where a packet's time goes from its driver to the far end of its line, and from there to the driver.
    virtual void add_sending(Spans& spans, const Passed& packet) const { engine().add_sending(spans, packet); }
    virtual void add_receiving(Spans& spans, const Passed& packet) const { engine().add_receiving(spans, packet); }
    /// Its own accesses to its host's bus; nullptr: it makes none.
    virtual pci::Initiator* master() { return nullptr; }
    /// Users' units that have left the engine for the line.
    virtual std::uint64_t units_sent() const = 0;
    /// What is sent to it would be understood: it follows the signal of its line.
    virtual bool in_sync() const { return true; }

protected:
    explicit Card(sc_core::sc_module_name name) : sc_module(name) {}
};

}  // namespace niclab::card
