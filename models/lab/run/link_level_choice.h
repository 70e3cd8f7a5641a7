/// @file The selection of the links of a bench that are at signal level now: those that are
/// observed, or all.
#pragma once

#include <string>
#include <vector>

#include "lab/bench/bench.h"
#include "lab/watch/observers.h"

namespace niclab::lab {

class LinkLevelChoice {
public:
    /// `observers`: nullptr: nothing is observed. With LinkLevel::Signal all stay at signal level.
    LinkLevelChoice(Bench& bench, const Observers* observers, LinkLevel links)
        : bench_(bench), observers_(observers), links_(links) {
        if (links != LinkLevel::Signal) return;
        for (const auto& node : bench.nodes())
            for (const Node::OtherBus& other : node->others) other.bus->keep_signal_level();
    }
    /// Sets the required levels from now on; returns the latest time of the next call.
    core::Femtoseconds arrange();
    /// Description of the links' levels for the results.
    std::string said() const;

private:
    /// An interval from `from` on with this number of bundles at signal level.
    struct Interval {
        core::Femtoseconds from, to;
        std::size_t signal_groups;
    };
    void note();

    Bench& bench_;
    const Observers* observers_;
    const LinkLevel links_;
    bool arranged_ = false;
    SignalGroupSet looked_at_;
    std::vector<Interval> signal_level_;
};

}  // namespace niclab::lab
