/// @file  Steps over the time in which nothing but null cells moves, in one part of the bench with whole links.
///
/// When: every card of the part rests (board::Chip::rests()), every line carries null cells only, the last change of a
///       register, an alarm or an error is some frames ago, and the kernel has nothing planned but what those lines would
///       do: then the moment up to which nothing can happen is known, and each line, with the UTOPIA and the chip that feed
///       it, goes on from one moment at rest to its last one before that (phy/octet_line.h, utopia/cell_link.h).
/// What: counters, schedules and phases are those of then. An octet or slot that is stepped over counts as checked: it is
///       like the one before.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "lab/bench/atm_hop.h"

namespace niclab::lab {

class NullStretches : public sc_core::sc_module {
public:
    /// Does nothing before begin(). The hops must outlive it.
    NullStretches(sc_core::sc_module_name name, const std::vector<AtmHop*>& hops);
    ~NullStretches() override;
    /// From now on, for good; all hops have left their pins.
    void begin();
    /// Nobody acts from outside of the simulation before `t`.
    void nobody_acts_before(core::Femtoseconds t) { outside_ = t; }
    /// Up to when nothing but null cells will move; now where that is not known.
    core::Femtoseconds nothing_before();
    /// Of each direction of a line, all of it that was stepped over.
    core::Femtoseconds stepped_over() const;

private:
    class Way;
    void look();
    core::Femtoseconds planned();
    std::vector<std::unique_ptr<Way>> ways_;
    core::Femtoseconds outside_ = 0;
    bool on_ = false;
    std::shared_ptr<core::Dispatcher> dispatcher_ = core::Dispatcher::here();
    core::Due look_ = core::Due::of<&NullStretches::look>(*this);
};

}  // namespace niclab::lab
