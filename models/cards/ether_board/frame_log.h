/// @file  What a frame waited for between its chip and the first bit of the attempt that went through.
///
/// Of each frame to be sent, in the order of sending: it waits for carrier to go, for the gap, collides, backs off, and again. Steps follow
/// each other without a gap. Back-off comes before deferral where both last: who may not send yet does not look at carrier.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "card/spans.h"
#include "ether/transmit_machine.h"

namespace niclab::ether_board {

struct WaitingStep {
    core::Femtoseconds end;
    const card::Cause* cause;
    unsigned amount;
};

/// What a MAC's steps are called.
struct StepCauses {
    const card::Cause &deferral, &gap, &collided, &backoff;
};

class FrameLog {
public:
    /// `bit`: of the station's clock.
    FrameLog(const ether::MacRules& rules, core::Femtoseconds bit, const StepCauses& causes)
        : rules_(rules), bit_(bit), causes_(causes) {}

    /// The MAC may have a frame from `at` on.
    void offered(core::Femtoseconds at);
    void event(core::Femtoseconds at, const ether::TransmitEvent& event);
    /// The station's own pins.
    void sends(core::Femtoseconds at, bool on);
    void senses(core::Femtoseconds at, bool on);
    /// The first bit of the last attempt.
    core::Femtoseconds first_bit() const { return cursor_; }
    /// Of the frame offered at `at`; nullptr: none was.
    const std::vector<WaitingStep>* steps(core::Femtoseconds at) const;

private:
    void step(core::Femtoseconds end, const card::Cause& cause, unsigned amount = 0);

    ether::MacRules rules_;
    core::Femtoseconds bit_;
    StepCauses causes_;
    std::map<core::Femtoseconds, std::vector<WaitingStep>> frames_;  ///< By when they were offered.
    std::vector<WaitingStep>* frame_ = nullptr;                      ///< Under way.
    core::Femtoseconds cursor_ = 0;                                  ///< Up to here its time is told.
    core::Femtoseconds backoff_ends_ = 0;
    bool sending_ = false, carrier_ = false, foreign_ = false;
    core::Femtoseconds sent_until_ = 0, heard_until_ = 0;  ///< The own signal; another's.
};

}  // namespace niclab::ether_board
