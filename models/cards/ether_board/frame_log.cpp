#include "cards/ether_board/frame_log.h"

#include <algorithm>

namespace niclab::ether_board {

void FrameLog::offered(core::Femtoseconds at) {
    frame_ = &frames_[at];
    cursor_ = backoff_ends_ = at;
}

void FrameLog::step(core::Femtoseconds end, const card::Cause& cause, unsigned amount) {
    if (end <= cursor_ || !frame_) return;
    frame_->push_back({end, &cause, amount});
    cursor_ = end;
}

void FrameLog::offered_again(core::Femtoseconds withdrawn, core::Femtoseconds at, const card::Cause& cause) {
    step(std::min(backoff_ends_, withdrawn), causes_.backoff);
    step(withdrawn, causes_.deferral);
    step(at, cause);
    backoff_ends_ = at;
}

void FrameLog::event(core::Femtoseconds at, const ether::TransmitEvent& e) {
    using What = ether::TransmitEvent::What;
    if (e.what == What::Begins) {
        step(std::min(backoff_ends_, at), causes_.backoff);
        step(std::min(heard_until_, at), causes_.deferral);
        step(at, causes_.gap);
    }
    if (e.what != What::JamEnds) return;
    step(at, causes_.collided, e.attempt);
    backoff_ends_ = at + e.slots * core::Femtoseconds{rules_.slot_bits} * bit_;
}

/// Carrier is that of another station if it began, or continues, without an own signal; carrier
/// just after an own signal is its echo.
void FrameLog::sends(core::Femtoseconds at, bool on) {
    sending_ = on;
    if (!on) sent_until_ = at;
    if (on) foreign_ = false;
}

void FrameLog::senses(core::Femtoseconds at, bool on) {
    if (rules_.full_duplex) return;  // No frame waits for it.
    carrier_ = on;
    if (on) {
        foreign_ = !sending_;
        return;
    }
    const bool echo = at - sent_until_ <= rules_.echo_bits * bit_;
    if (!sending_ && (foreign_ || !echo)) heard_until_ = at;
}

const std::vector<WaitingStep>* FrameLog::steps(core::Femtoseconds at) const {
    const auto found = frames_.find(at);
    return found == frames_.end() ? nullptr : &found->second;
}

}  // namespace niclab::ether_board
