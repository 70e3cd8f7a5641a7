/// @file INTA#: the events with an enabled interrupt, the end of a PDU with a delay; a variant
/// coalesces them.
///
/// Source: nicstar.h; the delays match clocks of a 33.0 MHz bus.
/// Assumed: one timer, armed by the first PDU, covers the later ones (*assumed*).
#pragma once

#include <cstdint>

#include "cards/nicstar/config.h"
#include "cards/nicstar/registers.h"

namespace niclab::nicstar {

class Interrupts {
public:
    /// `clock_us`: period of the clock that the arguments of level() count.
    Interrupts(const Config& config, double clock_us)
        : config_(config), coalesce_clocks_(static_cast<std::uint64_t>(config.coalesce_us / clock_us)) {}

    /// Level of INTA# in clock number `cycle`.
    bool level(const Registers& registers, std::uint64_t cycle) {
        if (registers.events == 0) {
            due_ = moderated_ = 0;
            return false;
        }
        std::uint32_t raised = registers.events & interrupt_enables(registers.cfg);
        if (!(raised & stat::kEopdu)) {
            due_ = 0;
        } else {
            if (due_ == 0) due_ = cycle + cfg::rx_interrupt(registers.cfg) - 1;
            if (cycle < due_) raised &= ~stat::kEopdu;
        }
        if (config_.coalesce_pdus > 1 && holds_back(registers, raised, cycle)) raised &= ~stat::kCompletions;
        return raised != 0;
    }
    /// Clocks after number `cycle` that do not change the level, provided that no event comes.
    std::uint64_t steady_clocks(std::uint64_t cycle) const {
        std::uint64_t first = ~std::uint64_t{0};
        for (const std::uint64_t due : {due_, moderated_})
            if (due > cycle && due < first) first = due;
        return first - cycle - 1;
    }
    /// The interrupt of an end of a PDU is delayed.
    bool delaying() const { return due_ != 0 || moderated_ != 0; }

private:
    /// There are too few completions, and the time since the first is too short.
    bool holds_back(const Registers& registers, std::uint32_t raised, std::uint64_t cycle) {
        if (!(raised & stat::kCompletions)) {
            moderated_ = 0;
            return false;
        }
        if (moderated_ == 0) moderated_ = cycle + coalesce_clocks_;
        return registers.completions < config_.coalesce_pdus && cycle < moderated_;
    }

    const Config& config_;
    std::uint64_t coalesce_clocks_;
    std::uint64_t moderated_ = 0;  ///< Clock at which moderation ends; 0: none.
    std::uint64_t due_ = 0;        ///< Clock at which the delay is over; 0: none.
};

}  // namespace niclab::nicstar
