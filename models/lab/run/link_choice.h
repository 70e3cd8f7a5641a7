/// @file  Which links of a bench are at their pins now: those that somebody looks at, or all of them.
#pragma once

#include <string>
#include <vector>

#include "lab/bench/bench.h"
#include "lab/watch/observers.h"

namespace niclab::lab {

class LinkChoice {
public:
    /// `observers`: nullptr, nobody looks. Of Links::Pins none ever leaves its pins.
    LinkChoice(Bench& bench, const Observers* observers, Links links)
        : bench_(bench), observers_(observers), links_(links) {}
    /// As it has to be from now on; returns until when at the latest it needs no look again.
    core::Femtoseconds arrange();
    /// What a result says of its links.
    std::string said() const;

private:
    /// So many bundles were at their pins from `from` on, in a row.
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
