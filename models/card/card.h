/// @file A card in a slot of its host's bus, of any kind and line.
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
    /// Add the spans from the sending driver to the far end of its line, and from there to the
    /// receiving driver.
    virtual void add_sending(Spans& spans, const TracedPacket& packet) const { engine().add_sending(spans, packet); }
    virtual void add_receiving(Spans& spans, const TracedPacket& packet) const {
        engine().add_receiving(spans, packet);
    }
    /// Those of the engine, and of the parts around it.
    virtual std::vector<FillLevel> fill_levels() { return engine().fill_levels(); }
    /// The initiator of its own accesses to its host's bus; nullptr: it makes none.
    virtual pci::Initiator* master() { return nullptr; }
    /// Number of users' units that have left the engine for the line.
    virtual std::uint64_t units_sent() const = 0;
    /// Whether it follows the signal of its line, so that units sent to it can be received.
    virtual bool in_sync() const { return true; }

protected:
    explicit Card(sc_core::sc_module_name name) : sc_module(name) {}
};

}  // namespace niclab::card
