#include "cards/dp8390/receiver.h"

#include <algorithm>

#include "cards/dp8390/address_filter.h"

namespace niclab::dp8390 {

using card::UnitOutcome;

void Receiver::clock(bool listening) {
    if (state_ == State::Idle && side_.address.has_item()) {
        judge(side_.address.item(), listening);
        side_.address.take();
        if (state_ == State::Dropping) side_.drop_rest();
    }
    if (state_ == State::Idle && ended()) {  // Less than an address.
        state_ = State::Dropping, unit_outcome_ = UnitOutcome::ReceiveDisabled;
        monitored_ = false, to_ = {};
    }
    if (state_ == State::Dropping) drop();
    if (state_ == State::Taking && ended() && left() == 0) end();
}

void Receiver::judge(const Address& to, bool listening) {
    state_ = State::Dropping, taken_ = 0, monitored_ = false;
    to_ = to, unit_outcome_ = UnitOutcome::ReceiveDisabled;
    group_ = ether_board::is_group(to);
    if (!listening) {
        ++stats_.not_listening;
    } else if (!takes(r_, to)) {
        ++stats_.not_for_us, unit_outcome_ = UnitOutcome::LookupError;
    } else if (r_.rcr & rcr::kMonitor) {
        monitored_ = true;
    } else if (full_ || r_.curr == r_.bnry) {
        give_up();
    } else {
        state_ = State::Taking;
        at_ = std::uint16_t(r_.curr * kPageOctets + kHeaderOctets);
    }
}

void Receiver::drop() {
    while (!side_.fifo.empty() && !(ended() && left() == 0)) side_.fifo.pop(), ++taken_;
    if (!ended() || left() != 0) return;
    const ReceiveSide::End& e = end_ = side_.take_end();
    state_ = State::Idle, taken_ = 0;
    report_outcome(unit_outcome_);
    if (!monitored_ || e.status.own_collision || e.status.runt()) return;
    r_.rsr = std::uint8_t(rsr::kDisabled | rsr::kMissed | (e.status.fcs_good ? rsr::kIntact : rsr::kCrc));
    r_.count(e.status.fcs_good ? Registers::kMissed : Registers::kCrcErrors);
}

/// A collided transmission is not a frame.
void Receiver::report_outcome(UnitOutcome outcome) const {
    const ether::ReceiveStatus& s = end_.status;
    if (s.fcs_good && !s.own_collision && !s.runt()) over(core::now_fs(), to_, outcome, end_.at);
}

void Receiver::abort() {
    if (state_ == State::Header) {  // No more octets of it will come.
        state_ = State::Idle;
        report_outcome(UnitOutcome::Reset);
    }
    if (state_ != State::Idle) state_ = State::Dropping, unit_outcome_ = UnitOutcome::Reset;
    monitored_ = false;
}

unsigned Receiver::wanted() const {
    const unsigned width = r_.words() ? 2 : 1;
    if (state_ == State::Header) return (header_left_ + width - 1) / width;
    if (state_ != State::Taking) return 0;
    const unsigned burst = ended() ? std::min(left(), r_.threshold()) : r_.threshold();
    return side_.fifo.size() < burst ? 0 : (burst + width - 1) / width;
}

void Receiver::transfer() {
    for (unsigned i = 0; i < (r_.words() ? 2u : 1u); ++i) {
        if (state_ == State::Header) {
            put_header();
        } else if (state_ == State::Taking && !side_.fifo.empty() && !(ended() && left() == 0)) {
            const std::uint8_t octet = side_.fifo.front();
            side_.fifo.pop(), ++taken_;
            put(octet);
        }
    }
}

void Receiver::put(std::uint8_t octet) {
    if (at_ % kPageOctets == 0) {
        const std::uint8_t page = r_.page_behind(std::uint8_t(at_ / kPageOctets - 1));
        if (page == r_.bnry) return give_up();
        at_ = std::uint16_t(page * kPageOctets);
    }
    memory_.write(at_++, octet);
    r_.local_address = at_;
}

void Receiver::give_up() {
    state_ = State::Dropping, unit_outcome_ = UnitOutcome::NoBuffer;
    stats_.overwrites += !full_;
    ++stats_.missed;
    full_ = true;
    r_.count(Registers::kMissed);
    r_.raise(isr::kOverwrite | isr::kReset);
}

void Receiver::end() {
    const ReceiveSide::End& e = end_ = side_.take_end();
    const std::uint32_t octets = taken_;
    state_ = State::Idle, taken_ = 0;
    if (e.status.own_collision || (e.status.runt() && !(r_.rcr & rcr::kRunts) && !e.overrun)) {
        ++stats_.runts;
        return;
    }
    status_ = group_ ? rsr::kGroup : 0;
    if (e.overrun)
        return ++stats_.overruns, report_outcome(UnitOutcome::FifoOverflow), end_bad(status_ | rsr::kOverrun);
    if (e.status.fcs_good) {
        status_ |= rsr::kIntact;
    } else {
        status_ |= e.status.alignment_error() ? rsr::kCrc | rsr::kAlignment : rsr::kCrc;
        r_.count(e.status.alignment_error() ? Registers::kAlignmentErrors : Registers::kCrcErrors);
        if (!(r_.rcr & rcr::kErrors)) return end_bad(status_);
    }
    next_page_ = r_.page_behind(std::uint8_t((at_ - 1) / kPageOctets));
    header_left_ = kHeaderOctets, at_ = std::uint16_t(octets);
    state_ = State::Header;
}

void Receiver::end_bad(std::uint8_t status) {
    ++stats_.errors;
    r_.rsr = status;
    r_.raise(isr::kReceiveError);
}

void Receiver::put_header() {
    const std::uint8_t header[kHeaderOctets] = {status_, next_page_, std::uint8_t(at_), std::uint8_t(at_ >> 8)};
    const unsigned i = kHeaderOctets - header_left_;
    memory_.write(std::uint16_t(r_.curr * kPageOctets + i), header[i]);
    if (--header_left_ > 0) return;
    ++stats_.frames, stats_.octets += at_;
    state_ = State::Idle;
    r_.curr = next_page_;
    report_ring();
    r_.rsr = status_;
    r_.raise(status_ & rsr::kIntact ? isr::kReceived : isr::kReceiveError);
    report_outcome(UnitOutcome::Stored);
}

void Receiver::report_ring() const {
    if (!ring_filled.active() || r_.ring_pages() == 0) return;
    const std::size_t pages = r_.ring_pages();
    ring_filled(core::now_fs(), unsigned((r_.curr + pages - r_.bnry % pages) % pages));
}

}  // namespace niclab::dp8390
