/// @file The selection of the links of a bench that are at signal level now: those that are
/// observed, or all.
#pragma once

#include <string>
#include <vector>

#include "lab/bench/bench.h"
#include "lab/watch/observers.h"

namespace niclab::lab {

class LinkChoice {
public:
    /// `observers`: nullptr: nothing is observed. With Links::Pins all stay at signal level.
    LinkChoice(Bench& bench, const Observers* observers, Links links)
        : bench_(bench), observers_(observers), links_(links) {}
    /// Sets the required levels from now on; returns the latest time of the next call.
    core::Femtoseconds arrange();
    /// Description of the links' levels for the results.
    std::string said() const;

private:
    /// An interval from `from` on with this number of bundles at signal level.
    struct Stretch {
        core::Femtoseconds from, to;
        std::size_t bundles;
    };
    void note();

    Bench& bench_;
    const Observers* observers_;
    const Links links_;
    bool arranged_ = false;
    BundleSet looked_at_;
    std::vector<Stretch> at_pins_;
};

}  // namespace niclab::lab
