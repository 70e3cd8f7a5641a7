/// @file  A line of a kind's own between two of its cards.
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "card/card.h"
#include "core/clock.h"

namespace niclab::card {

class Link {
public:
    virtual ~Link() = default;
    /// Of the units on their way towards an end, 0 or 1, in the order of Engine::segmented the oldest is in the card there
    /// (true), or was lost. To be told before that card's engine says what becomes of it (Engine::unit_fate), and of a
    /// lost one not before its turn comes. A link that says nothing has packets whose receiving_reached nobody follows.
    core::Tap<unsigned, bool> left;
    /// What became of the units sent towards an end, 0 or 1: those it delivered to the card there, holds on the way, and
    /// lost, by cause.
    virtual UnitAccount towards(unsigned end) const = 0;
    /// A line on the way towards an end, of a host where there are several, and for how long so far it could carry nothing else.
    struct Busy {
        std::string host;
        core::Femtoseconds time;
        bool half_duplex = false;  ///< It carries one direction at a time.
    };
    /// In their order; none: it does not tell, and is no limit.
    virtual std::vector<Busy> busy(unsigned /*end*/) const { return {}; }
    /// For how long neither of its ends may send or receive anything though one has something to send: a run in which nothing
    /// moves is not given up before.
    virtual core::Femtoseconds longest_pause() const { return 0; }
    /// From now on nobody looks at its wires: what it carries it may hand over whole.
    virtual void leave_wires() {}
    /// Somebody does again: back to them. False: this moment is none between two edges of its clocks.
    virtual bool take_wires() { return true; }
    /// Does what it left for later, where the simulation has stopped.
    virtual void settle() {}

    /// Oscillators of its own, besides those of the cards.
    virtual std::vector<core::Clock*> clocks() { return {}; }

    /// Its ends are those of other links, too: it goes by the channels of its own flows alone, and says so.
    virtual bool shared() const { return false; }
    /// Of such a one: what was sent towards an end on its channels, and what became of it, in the card there, too.
    struct Counted {
        std::uint64_t sent = 0;
        UnitAccount account;
    };
    virtual Counted counted(unsigned /*end*/) const { return {}; }
    /// What lies between the two cards besides a line, and where a packet's time went there.
    virtual std::vector<Place> places() const { return {}; }
    virtual void add_between(unsigned /*end*/, Spans&, const Passed&) const {}
};

/// What an experiment says of such a line: read, checked, to be built.
class LinkPlan {
public:
    virtual ~LinkPlan() = default;
    /// Of the oscillators at its ends.
    virtual double clock_hz() const = 0;
    /// Draws the phase of an oscillator of that period.
    using Phase = std::function<core::Femtoseconds(core::Femtoseconds period)>;
    /// Joins two cards whose plans are for this line. They outlive it. `phase` is asked for each oscillator of its own.
    virtual std::unique_ptr<Link> join(const char* name, const std::array<Card*, 2>& ends,
                                       const Phase& phase) const = 0;
};

}  // namespace niclab::card
