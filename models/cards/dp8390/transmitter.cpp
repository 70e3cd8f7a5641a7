#include "cards/dp8390/transmitter.h"

#include <algorithm>
#include <utility>

namespace niclab::dp8390 {

void Transmitter::begin() {
    again_ = r_.transmitting && stopped_;
    if (r_.transmitting) return;
    loop_ = r_.tcr & tcr::kLoopback;
    if (loop_ == tcr::kExternal) {
        ++stats_.looped;
        r_.tsr = tsr::kSent | tsr::kAlways;
        return r_.raise(isr::kSent);
    }
    r_.transmitting = true, stopped_ = false, r_.ncr = 0;
    octets_ = r_.tbcr;
    taken_ = core::now_fs();
    fetch_from(attempt_ + TransmitSide::kAttempts);
}

void Transmitter::stop() {
    if (!r_.transmitting || looped()) return;
    if (posted_ && !disowned_)
        side_.withdraw(attempt_), stopped_ = true, taps.stopped(core::now_fs());
    else
        r_.transmitting = fetching_ = false;
}

void Transmitter::abort() {
    if (posted_ && !disowned_) side_.withdraw(attempt_);
    r_.transmitting = fetching_ = stopped_ = again_ = false, disowned_ = posted_;
}

void Transmitter::fetch_from(std::uint32_t attempt) {
    attempt_ = attempt, fetched_ = 0, fetching_ = true;
    at_ = std::uint16_t(r_.tpsr * kPageOctets);
}

bool Transmitter::clock() {
    if (side_.restart.has_item()) {
        if (!disowned_) fetch_from(side_.restart.item());
        side_.restart.take();
    }
    if (side_.heartbeat_seen.has_item()) {
        if (!side_.heartbeat_seen.item()) r_.tsr |= tsr::kNoHeartbeat;
        side_.heartbeat_seen.take();
    }
    if (side_.done.has_item()) {
        const bool disowned = std::exchange(disowned_, false);
        posted_ = false;
        if (!disowned) end(side_.done.item());
        side_.done.take();
    }
    const bool filled =
        fetched_ == octets_ || side_.fifo.free() < (r_.words() ? 2u : 1u) || (looped() && wanted() == 0);
    if (!r_.transmitting || !fetching_ || posted_ || !filled || side_.job.full()) return false;
    const unsigned sent = looped() && r_.words() ? octets_ / 2 : octets_;
    side_.job.post({sent, (r_.tcr & tcr::kNoCrc) == 0, attempt_});
    if (looped()) return posted_ = true;
    taps.offered(core::now_fs(), destination(), taken_);
    return posted_ = true;
}

Address Transmitter::destination() const {
    Address to;
    for (unsigned i = 0; i < to.size(); ++i) to[i] = memory_.read(std::uint16_t(r_.tpsr * kPageOctets + i));
    return to;
}

unsigned Transmitter::wanted() const {
    if (!fetching_ || fetched_ == octets_) return 0;
    const unsigned width = r_.words() ? 2 : 1;
    const unsigned burst = std::min(octets_ - fetched_, r_.threshold());
    const unsigned room = unsigned(side_.fifo.free());
    if (room < burst) return fetched_ < kFifoOctets && !posted_ ? room / width : 0;
    return (burst + width - 1) / width;
}

void Transmitter::transfer() {
    for (unsigned i = 0; i < (r_.words() ? 2u : 1u); ++i) {
        if (!fetching_ || fetched_ == octets_ || side_.fifo.free() == 0) return;
        if (!skips(at_)) side_.fifo.push({memory_.read(at_), attempt_});
        ++at_, ++fetched_;
        r_.local_address = at_;
    }
}

/// In loopback, the octet of a word that is not sent.
bool Transmitter::skips(std::uint16_t at) const {
    return looped() && r_.words() && (at % 2 == 0) != ((r_.dcr & dcr::kHighFirst) != 0);
}

void Transmitter::end_loop(const ether::TransmitStatus& status) {
    const bool sent = status.outcome == ether::Outcome::Sent;
    r_.tsr = std::uint8_t(tsr::kAlways | tsr::kNoHeartbeat | (sent ? tsr::kSent : tsr::kUnderrun) |
                          (loop_ == tcr::kController ? tsr::kCarrierLost : 0));
    ++stats_.looped;
    r_.raise(sent ? isr::kSent : isr::kSendError);
}

void Transmitter::end(const ether::TransmitStatus& status) {
    if (looped()) {
        r_.transmitting = fetching_ = false, r_.ncr = 0;
        return end_loop(status);
    }
    r_.transmitting = fetching_ = false;
    if (const bool again = std::exchange(again_, false); status.outcome == ether::Outcome::Withdrawn) {
        if (again) begin();
        return;
    }
    const bool sent = status.outcome == ether::Outcome::Sent;
    r_.ncr = status.collisions & 0x0F;
    r_.tsr = std::uint8_t(tsr::kAlways | (sent ? tsr::kSent : 0) | (status.collisions > 0 ? tsr::kCollided : 0) |
                          (status.outcome == ether::Outcome::ExcessiveCollisions ? tsr::kAborted : 0) |
                          (status.carrier_lost ? tsr::kCarrierLost : 0) |
                          (status.outcome == ether::Outcome::Underrun ? tsr::kUnderrun : 0) |
                          (status.late_collisions > 0 ? tsr::kLate : 0));
    stats_.frames += sent, stats_.octets += sent ? status.octets : 0;
    stats_.collisions += status.collisions;
    stats_.given_up += status.outcome == ether::Outcome::ExcessiveCollisions;
    stats_.underruns += status.outcome == ether::Outcome::Underrun;
    r_.raise(sent ? isr::kSent : isr::kSendError);
    taps.closed(core::now_fs());
}

}  // namespace niclab::dp8390
