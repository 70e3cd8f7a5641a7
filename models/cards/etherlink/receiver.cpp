#include "cards/etherlink/receiver.h"

#include <algorithm>

namespace niclab::etherlink {

using card::UnitOutcome;

Receiver::Receiver(const Config& config, ether_board::ReceiveSide& side, Statistics& statistics)
    : side_(side),
      statistics_(statistics),
      most_packets_(config.receive_packets),
      memory_(config.receive_octets()),
      packets_(config.receive_packets + 1) {}

void Receiver::clock(bool hears) {
    if (state_ == State::Idle && (ended() || side_.fifo.size() >= kAddressOctets)) judge(hears);
    if (state_ == State::Taking) take();
    if (state_ == State::Missing || state_ == State::Dropping) drop();
}

std::uint8_t Receiver::pop() {
    const std::uint8_t octet = side_.fifo.front();
    side_.fifo.pop(), ++popped_;
    return octet;
}

/// The address was received, or the frame ended before.
void Receiver::judge(bool hears) {
    popped_ = stored_ = 0, full_ = early_reported_ = false;
    state_ = State::Dropping, unit_outcome_ = UnitOutcome::ReceiveDisabled;
    to_ = {};
    if (!enabled || !hears) return ++stats_.not_listening, void();
    if (waiting() < kAddressOctets) return ++stats_.runts, void();
    for (std::uint8_t& octet : to_) octet = pop();
    unit_outcome_ = UnitOutcome::LookupError;
    if (!takes()) return ++stats_.not_for_us, void();
    unit_outcome_ = UnitOutcome::NoBuffer;
    state_ = packets_.size() < most_packets_ ? State::Taking : State::Missing;
    if (state_ == State::Taking)
        for (const std::uint8_t octet : to_) store(octet);
}

bool Receiver::takes() const {
    if (accepted & filter::kPromiscuous) return true;
    if (ether_board::is_broadcast(to_)) return (accepted & filter::kBroadcast) != 0;
    if (ether_board::is_group(to_)) return (accepted & filter::kMulticast) != 0;
    if (!(accepted & filter::kStation)) return false;
    for (unsigned i = 0; i < to_.size(); ++i)
        if ((to_[i] ^ station[i]) & ~mask[i]) return false;
    return true;
}

void Receiver::store(std::uint8_t octet) {
    full_ |= memory_.full();
    if (full_) return;
    memory_.push(octet), ++stored_;
}

void Receiver::take() {
    while (waiting() > 0) store(pop());
    const bool early = packets_.empty() && early_threshold != kThresholdOff && visible() >= 4 * early_threshold;
    if (early && !early_reported_) early_ = early_reported_ = true;
    if (ended()) end();
}

void Receiver::drop() {
    while (waiting() > 0) pop();
    if (!ended()) return;
    const auto e = side_.ends.front();
    side_.ends.pop();
    if (state_ == State::Missing && !e.status.runt() && !e.status.own_collision)
        ++stats_.missed, statistics_.count(Statistics::kOverruns);
    state_ = State::Idle;
    report_outcome(unit_outcome_, to_, e);
}

/// A collided transmission is not a frame.
void Receiver::report_outcome(UnitOutcome outcome, const Address& to, const ether_board::ReceiveSide::End& e) const {
    const ether::ReceiveStatus& s = e.status;
    if (s.fcs_good && !s.own_collision && !s.runt()) over(core::now_fs(), to, outcome, e.at);
}

void Receiver::report_late(const Packet& packet, UnitOutcome outcome) const {
    if (reports_late && packet.errors == 0) report_outcome(outcome, packet.to, packet.end);
}

std::uint8_t Receiver::errors_of(const ether_board::ReceiveSide::End& e) const {
    if (full_ || e.overrun) return rx::kOverrun;
    if (e.status.runt() || e.status.own_collision) return rx::kRunt;
    const bool long_one = e.octets > longest + kFcsOctets && !large_frames;
    return std::uint8_t((e.status.fcs_good ? 0 : rx::kCrc) | (e.status.alignment_error() ? rx::kAlignment : 0) |
                        (long_one ? rx::kOversize : 0));
}

void Receiver::end() {
    const auto e = side_.ends.front();
    side_.ends.pop();
    state_ = State::Idle;
    const bool top = packets_.empty(), seen = top && (read_ > 0 || early_reported_);
    const std::uint8_t errors = errors_of(e);
    if (errors == rx::kRunt && !seen) return memory_.take_back(stored_), ++stats_.runts, void();
    if (errors & rx::kOverrun) ++stats_.overruns, statistics_.count(Statistics::kOverruns);
    if ((errors & rx::kOverrun) && !keeps_overruns && !seen)
        return memory_.take_back(stored_), report_outcome(UnitOutcome::FifoOverflow, to_, e);
    // The FCS is not passed to the host. A frame that was cut off has none, and no space for
    // padding.
    const unsigned behind = errors & rx::kOverrun ? stored_ & 3 : kFcsOctets;
    const unsigned cut = std::min(behind, stored_ - (top ? read_ : 0));
    memory_.take_back(cut);
    const Packet packet{stored_ - cut, errors, to_, e};
    for (unsigned i = packet.octets; i < packet.padded(); ++i) memory_.push(0);
    packets_.push(packet);
    if (errors != 0 || !reports_late)
        report_outcome(errors == 0             ? UnitOutcome::Stored
                       : errors & rx::kOverrun ? UnitOutcome::FifoOverflow
                                               : UnitOutcome::TooLong,
                       to_, e);
    if (errors != 0) return ++stats_.errors, void();
    ++stats_.frames, stats_.octets += e.octets;
    statistics_.count(Statistics::kFramesReceived), statistics_.count(Statistics::kOctetsReceived, packet.octets);
}

void Receiver::reset() {
    for (; !packets_.empty(); packets_.pop()) report_late(packets_.front(), UnitOutcome::Reset);
    memory_.clear();
    if (state_ != State::Idle) state_ = State::Dropping, unit_outcome_ = UnitOutcome::Reset;
    enabled = underrun_ = early_ = false;
    accepted = 0, read_ = stored_ = 0;
    early_threshold = kThresholdOff;
}

void Receiver::discard(UnitOutcome outcome) {
    if (complete()) {
        if (read_ > 0) copied(read_until_, false, read_from_);
        memory_.skip(packets_.front().padded() - read_);
        report_late(packets_.front(), outcome);
        packets_.pop();
    } else if (state_ == State::Taking) {
        memory_.skip(stored_ - read_);
        state_ = State::Dropping, unit_outcome_ = UnitOutcome::Reset;
    }
    read_ = 0, early_ = false;
}

unsigned Receiver::available() const {
    if (complete()) return packets_.front().padded() - read_;
    return state_ == State::Taking && visible() > read_ ? visible() - read_ : 0;
}

std::uint8_t Receiver::read() {
    if (available() == 0) {
        if (!underrun_) ++stats_.underruns;
        underrun_ = true;
        return 0;
    }
    if (read_++ == 0) read_from_ = core::now_fs();
    read_until_ = core::now_fs();
    return memory_.pop();
}

std::uint16_t Receiver::rx_status() const {
    if (!complete()) return std::uint16_t(rx::kIncomplete | available());
    const Packet& top = packets_.front();
    return std::uint16_t((top.errors ? rx::kError : 0) | left_of(top));
}

std::uint16_t Receiver::diagnostic() const {
    return std::uint16_t((state_ == State::Taking ? diagnostic::kReceiving : 0) |
                         (underrun_ ? diagnostic::kRxUnderrun : 0) |
                         (packets_.size() >= most_packets_ ? diagnostic::kRxStatusOverrun : 0) |
                         (memory_.full() ? diagnostic::kRxOverrun : 0));
}

}  // namespace niclab::etherlink
