/// @file  A card in a slot of its host's bus, whichever its kind and its line.
#pragma once

#include <systemc>

#include "card/engine.h"

namespace niclab::card {

class Card : public sc_core::sc_module {
public:
    virtual Engine& engine() = 0;
    virtual const Engine& engine() const = 0;

protected:
    explicit Card(sc_core::sc_module_name name) : sc_module(name) {}
};

}  // namespace niclab::card
