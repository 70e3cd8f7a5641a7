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
