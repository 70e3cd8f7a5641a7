/// @file  A line of a kind's own between two of its cards.
#pragma once

#include <array>
#include <memory>

#include "card/card.h"

namespace niclab::card {

class Link {
public:
    virtual ~Link() = default;
    /// What became of the units sent towards an end, 0 or 1: those it delivered to the card there, holds on the way, and
    /// lost, by cause.
    virtual UnitAccount towards(unsigned end) const = 0;
};

/// What an experiment says of such a line: read, checked, to be built.
class LinkPlan {
public:
    virtual ~LinkPlan() = default;
    /// Of the oscillators at its ends.
    virtual double clock_hz() const = 0;
    /// Joins two cards whose plans are for this line. They outlive it.
    virtual std::unique_ptr<Link> join(const char* name, const std::array<Card*, 2>& ends) const = 0;
};

}  // namespace niclab::card
