/// @file A line between two cards that their kind defines.
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "card/card.h"
#include "core/clock.h"
#include "core/shortcut.h"

namespace niclab::card {

class Link : public core::Shortcut {
public:
    /// Reports for the oldest unit under way to an end (0 or 1), in the order of Engine::segmented,
    /// that it is in the card there (true), or was lost. The report comes before the result of that
    /// card's engine (Engine::unit_outcome). A lost unit is reported in its order, not earlier.
    /// Packets on a link without these reports are not tracked by receiving_reached.
    core::Tap<unsigned, bool> left;
    /// The numbers of units sent to an end, 0 or 1: delivered to the card there, held on the way,
    /// and lost, by cause.
    virtual UnitAccount towards(unsigned end) const = 0;
    /// A line on the way to an end, of a host if there are several, and the time up to now during
    /// which it could transfer nothing else.
    struct Busy {
        std::string host;
        core::Femtoseconds time;
        bool half_duplex = false;  ///< It transfers one direction at a time.
    };
    /// In their order; empty: unknown, and not a limit.
    virtual std::vector<Busy> busy(unsigned /*end*/) const { return {}; }
    /// The longest time without any transfer although an end has something to send. A run in which
    /// nothing moves is not ended before.
    virtual core::Femtoseconds longest_pause() const { return 0; }
    /// Enters the transaction level: its wires are not observed, so it may transfer whole frames.
    void enter_transaction_level() override {}
    /// Returns to signal level. Returns false if now is an edge of one of its clocks.
    bool enter_signal_level() override { return true; }
    /// Processes late work after the simulation has stopped.
    virtual void settle() {}

    /// Its own oscillators, without those of the cards.
    virtual std::vector<core::Clock*> clocks() { return {}; }

    /// Its ends are shared with other links: it counts only the channels of its own flows.
    virtual bool shared() const { return false; }
    /// For a shared link: the units sent to an end on its channels, and their results, including
    /// those in the card there.
    struct Counted {
        std::uint64_t sent = 0;
        UnitAccount account;
    };
    virtual Counted counted(unsigned /*end*/) const { return {}; }
    /// The places between the two cards in addition to a line, and the spans there.
    virtual std::vector<Place> places() const { return {}; }
    virtual void add_between(unsigned /*end*/, Spans&, const TracedPacket&) const {}
};

/// The description of such a line in an experiment: read, checked, ready to be built.
class LinkPlan {
public:
    virtual ~LinkPlan() = default;
    /// Frequency of the oscillators at its ends.
    virtual double clock_hz() const = 0;
    /// A function that draws the phase of an oscillator of that period.
    using Phase = std::function<core::Femtoseconds(core::Femtoseconds period)>;
    /// Joins two cards that have plans for this line and outlive the link. `phase` is called for
    /// each of its own oscillators.
    virtual std::unique_ptr<Link> join(const char* name, const std::array<Card*, 2>& ends,
                                       const Phase& phase) const = 0;
};

}  // namespace niclab::card
