/// @file A log of the waits of a frame between its chip and the first bit of the successful
/// attempt.
///
/// Behaviour: each frame to be sent, in the order of sending, waits for the end of carrier, for the
///   gap, collides, backs off, and repeats that. Steps follow each other without a gap. If back-off
///   and deferral overlap, the time counts as back-off, because the station does not evaluate
///   carrier then.
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

/// The causes for the steps of a MAC.
struct StepCauses {
    const card::Cause &deferral, &gap, &collided, &backoff;
};

class FrameLog {
public:
    /// `bit`: bit time of the station's clock.
    FrameLog(const ether::MacRules& rules, core::Femtoseconds bit, const StepCauses& causes)
        : rules_(rules), bit_(bit), causes_(causes) {}

    /// The MAC may send a frame from `at` on.
    void offered(core::Femtoseconds at);
    void event(core::Femtoseconds at, const ether::TransmitEvent& event);
    /// The frame that was withdrawn at `withdrawn` is offered again; `cause` of the time between.
    void offered_again(core::Femtoseconds withdrawn, core::Femtoseconds at, const card::Cause& cause);
    /// The state of the station's own pins.
    void sends(core::Femtoseconds at, bool on);
    void senses(core::Femtoseconds at, bool on);
    /// Time of the first bit of the last attempt.
    core::Femtoseconds first_bit() const { return cursor_; }
    /// Steps of the frame offered at `at`; nullptr: there is none.
    const std::vector<WaitingStep>* steps(core::Femtoseconds at) const;

private:
    void step(core::Femtoseconds end, const card::Cause& cause, unsigned amount = 0);

    ether::MacRules rules_;
    core::Femtoseconds bit_;
    StepCauses causes_;
    std::map<core::Femtoseconds, std::vector<WaitingStep>> frames_;  ///< By the time of the offer.
    std::vector<WaitingStep>* frame_ = nullptr;                      ///< Under way.
    core::Femtoseconds cursor_ = 0;                                  ///< The log is complete up to this time.
    core::Femtoseconds backoff_ends_ = 0;
    bool sending_ = false, carrier_ = false, foreign_ = false;
    core::Femtoseconds sent_until_ = 0, heard_until_ = 0;  ///< End of the own signal; of another one.
};

}  // namespace niclab::ether_board
