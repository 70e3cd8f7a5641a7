#include "cards/lance/receiver.h"

#include <algorithm>
#include <optional>

#include "cards/lance/registers.h"

namespace niclab::lance {

namespace {

/// The address filter of the chip: selects frames by their destination, and returns the match
/// for their descriptor.
///
/// Source: 19436, p. 164 (PAM, LAFM, BAM; DRCVBC). The hash is from pcnet32.c of Linux 6.1: the top
///   six bits of the CRC, its bits as on the line.
/// Returns the bit of the status word of an accepted frame; 0 if it is accepted only in promiscuous
/// mode.
std::optional<std::uint16_t> match(const Registers& r, const Address& to) {
    if (!ether_board::is_group(to)) {
        if (to == r.physical() && !r.mode(mode::kNoPhysical)) return rmd::kPhysical;
    } else if (ether_board::is_broadcast(to) && !r.mode(mode::kNoBroadcast)) {
        return rmd::kBroadcast;
    } else if (r.filtered(ether_board::hash_of<true>(to))) {
        return rmd::kFiltered;
    }
    if (r.mode(mode::kPromiscuous)) return std::uint16_t{0};
    return std::nullopt;
}

constexpr unsigned kShortestData = 46;
constexpr std::uint32_t kAll = ~0u;
}  // namespace

using card::UnitOutcome;

unsigned Receiver::available() const {
    return head_left_ + (ended() ? side_.ends.front().octets - popped_ : unsigned(side_.fifo.size()));
}

std::uint8_t Receiver::pop() {
    if (head_left_ > 0) return head_[kHeadOctets - head_left_--];
    const std::uint8_t octet = side_.fifo.front();
    side_.fifo.pop(), ++popped_;
    return octet;
}

void Receiver::clock() {
    if (state_ == State::Idle && (ended() || side_.fifo.size() >= kSlotOctets)) judge();
    if (state_ == State::Drop) drop();
    if (state_ == State::Take) settle();
}

/// The frame is longer than a collision's fragment, or over: checks whether it is for this station.
void Receiver::judge() {
    popped_ = head_left_ = total_ = 0;
    state_ = State::Drop, unit_outcome_ = UnitOutcome::ReceiveDisabled;
    to_ = {};
    const bool listening = r_.receiving() && !r_.suspend_asked() && (r_.link || r_.internal_loopback());
    if (!listening) return ++stats_.not_listening, void();
    const bool runt = ended() && (side_.ends.front().octets < kSlotOctets || side_.ends.front().status.own_collision);
    const bool accepted =
        (r_.is(kTest, kRuntAccept) || r_.internal_loopback()) && ended() && side_.ends.front().octets >= kHeadOctets;
    if (runt && !accepted) return ++stats_.runts, void();
    for (std::uint8_t& octet : head_) octet = pop();
    head_left_ = kHeadOctets;
    std::copy_n(head_.begin(), to_.size(), to_.begin());
    const auto matched = match(r_, to_);
    unit_outcome_ = UnitOutcome::LookupError;
    if (!matched) return ++stats_.not_for_us, void();
    match_ = *matched, first_ = true;
    if (owned_)
        take();
    else
        state_ = State::LastLook;
}

void Receiver::take() {
    const unsigned length = unsigned(head_[12] << 8 | head_[13]);
    most_ = r_.is(4, csr4::kStrip) && length < kShortestData ? kHeadOctets + length : kAll;
    used_ = total_ = 0, outcome_ = 0;
    state_ = State::Take;
}

void Receiver::drop() {
    head_left_ = 0;
    while (!side_.fifo.empty() && available() > 0) pop();
    if (!ended() || available() > 0) return;
    end_ = side_.ends.front();
    side_.ends.pop();
    report_outcome(unit_outcome_);
    state_ = State::Idle, popped_ = 0;
}

/// A collided transmission is not a frame.
void Receiver::report_outcome(UnitOutcome outcome) {
    const ether::ReceiveStatus& s = end_.status;
    if (s.fcs_good && !s.own_collision && !s.runt()) over(core::now_fs(), to_, outcome, end_.at);
}

/// Octets that are not needed are skipped, and the last octet in memory ends the frame.
void Receiver::settle() {
    if (moving_) return;
    while (total_ >= most_ && available() > 0) pop();
    if (available() == 0 && ended()) return finish();
    if (used_ == now_.octets && available() > 0) state_ = State::Chain;
}

void Receiver::finish() {
    const ether_board::ReceiveSide::End& e = end_ = side_.ends.front();
    side_.ends.pop();
    popped_ = 0;
    if (e.overrun) {
        outcome_ = kErr | rmd::kOverrun;
        ++stats_.overruns;
    } else {
        const bool good = e.status.fcs_good || unchecked();
        outcome_ = std::uint16_t(kLast | match_ | (good ? 0 : kErr | rmd::kCrc) |
                                 (e.status.alignment_error() ? rmd::kAlignment : 0));
        stats_.errors += !good, stats_.frames += good, stats_.octets += good ? e.octets : 0;
    }
    state_ = State::Length;
}

/// The only FCS generator appends the FCS of this frame.
bool Receiver::unchecked() const { return r_.internal_loopback() && !r_.own_check() && !r_.mode(mode::kNoFcs); }

bool Receiver::put(Transfer& t) {
    const unsigned there = available(), room = std::min(now_.octets - used_, most_ - total_);
    if (there == 0 || room == 0 || (!ended() && there < r_.receive_watermark())) return false;
    t.purpose = bus::Purpose::PayloadWrite, t.write = true;
    t.address = now_.address + used_;
    t.octets = std::min({there, room, ether_board::kMostOctets});
    for (unsigned i = 0; i < t.octets; ++i) t.data[i] = pop();
    return moving_ = true;
}

Transfer Receiver::write_status(std::uint16_t status) const {
    return r_.format().status(bus::Purpose::ReceiveStatus, r_.receive.address(), status);
}

bool Receiver::next(Transfer& t) {
    t = {};
    const std::uint16_t first = first_ ? kFirst : 0;
    switch (state_) {
        case State::Idle:
        case State::Drop:
            if (!look_ || owned_ || !r_.receiving() || r_.suspend_asked()) return false;
            look_ = false;
            t = r_.format().read(r_.receive.address());
            return true;
        case State::LastLook:
            t = r_.format().read(r_.receive.address());
            return true;
        case State::Take:
            return put(t);
        case State::Chain:
            t = r_.format().read(r_.receive.address_behind());
            return true;
        case State::GiveBack:
            t = write_status(first);
            return true;
        case State::Length:
            t = r_.format().result(bus::Purpose::ReceiveStatus, r_.receive.address(), total_, std::uint16_t(total_));
            return true;
        case State::Status:
            t = write_status(std::uint16_t(outcome_ | first));
            return true;
    }
    return false;
}

void Receiver::done(const Transfer& t) {
    switch (state_) {
        case State::Take:
            used_ += t.octets, total_ += t.octets, moving_ = false;
            return;
        case State::Chain:
            next_ = r_.format().parse(t);
            outcome_ = kErr | rmd::kNoBuffer;
            state_ = next_.owned() ? State::GiveBack : State::Length;
            stats_.no_buffer += !next_.owned();
            return;
        case State::GiveBack:
            r_.receive.advance();
            now_ = next_, used_ = 0, first_ = false, state_ = State::Take;
            return;
        case State::Length:
            state_ = State::Status;
            return;
        case State::Status:
            r_.receive.advance();
            r_.raise(csr0::kReceived);
            owned_ = false, look_ = true;
            state_ = outcome_ & rmd::kNoBuffer ? State::Drop : State::Idle;
            unit_outcome_ = UnitOutcome::NoBuffer;
            if (state_ == State::Idle)
                report_outcome(outcome_ & rmd::kOverrun ? UnitOutcome::FifoOverflow : UnitOutcome::Stored);
            return;
        default:
            break;
    }
    now_ = r_.format().parse(t);
    owned_ = now_.owned();
    if (state_ != State::LastLook) return;
    if (owned_) return take();
    ++stats_.missed;
    r_.count_missed();
    state_ = State::Drop, unit_outcome_ = UnitOutcome::NoBuffer;
}

void Receiver::stop() {
    const bool in_memory = state_ >= State::Length && !(outcome_ & rmd::kNoBuffer);  // Its end follows.
    if (in_memory) report_outcome(UnitOutcome::Reset);
    unit_outcome_ = UnitOutcome::Reset;
    state_ = in_memory || (state_ == State::Idle && side_.fifo.empty()) ? State::Idle : State::Drop;
    look_ = owned_ = moving_ = false;
}

}  // namespace niclab::lance
