/// @file Skips the time in which only null cells move, in one part of the bench at transaction
/// level.
///
/// Behaviour: it skips if every card of the part is idle (board::Chip::is_idle()) and every line has
///   only null cells. The last change of a register, an alarm or an error must be some frames ago,
///   and the kernel must have no plan other than these lines. Then the time up to which nothing can
///   happen is known. Each line, with its UTOPIA and chip, continues from one position at rest to
///   its last one before that time (phy/fast/octet_line.h, utopia/fast/cell_link.h). Counters,
///   schedules and phases are those of that time. A skipped octet or slot counts as checked: it is
///   like the one before.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "lab/bench/atm_hop.h"

namespace niclab::lab {

class IdleSkipper : public sc_core::sc_module {
public:
    /// Has no effect before begin(). The hops must outlive it.
    IdleSkipper(sc_core::sc_module_name name, const std::vector<AtmHop*>& hops);
    ~IdleSkipper() override;
    /// Enables skipping permanently; all hops are at transaction level.
    void begin();
    /// No caller acts from outside of the simulation before `t`.
    void no_input_before(core::Femtoseconds t) { next_input_ = t; }
    /// Time up to which only null cells will move; now if it is not known.
    core::Femtoseconds idle_until();
    /// Sum of the skipped times of each direction of a line.
    core::Femtoseconds stepped_over() const;

private:
    class Direction;
    void look();
    core::Femtoseconds planned();
    std::vector<std::unique_ptr<Direction>> directions_;
    core::Femtoseconds next_input_ = 0;
    bool on_ = false;
    std::shared_ptr<core::Dispatcher> dispatcher_ = core::Dispatcher::here();
    core::Timer look_ = core::Timer::of<&IdleSkipper::look>(*this);
};

}  // namespace niclab::lab
