#include "cards/i8254x/receiver.h"

#include <algorithm>

#include "base/internet_checksum.h"
#include "cards/i8254x/address_filter.h"

namespace niclab::i8254x {

using card::UnitOutcome;

void Receiver::clock(core::Femtoseconds now) {
    take_lost();
    release(0);
    if (timers_.take(now)) flush();
    if (due_ && !ring.has_results()) interrupts_.raise(cause::kReceived), due_ = false;
    while (state_ == State::Idle && !buffer_.frames.empty()) judge();
    report_dropped(now);
    if (state_ != State::Waiting) return;
    if (ring.available()) return begin_buffer();
    if (waited_ || ring.offered() > 0) return;
    waited_ = true, ++stats_.waited;
    statistics_.count(Statistics::kNoBuffer);
}

void Receiver::take_lost() {
    for (; !buffer_.lost.empty(); buffer_.lost.pop()) {
        const Stored frame{buffer_.lost.front().to, buffer_.lost.front().at};
        if (!r_.link || !r_.has(kRctl, rctl::kEnable)) {
            ++stats_.disabled;
            add_dropped(frame, UnitOutcome::ReceiveDisabled);
            continue;
        }
        ++stats_.missed;
        statistics_.count(Statistics::kMissed);
        interrupts_.raise(cause::kOverrun);
        add_dropped(frame, UnitOutcome::FifoOverflow);
    }
}

/// In their order on the line.
void Receiver::add_dropped(const Stored& frame, UnitOutcome outcome) {
    const auto later = [](core::Femtoseconds at, const Dropped& d) { return at < d.frame.at; };
    dropped_.insert(std::upper_bound(dropped_.begin(), dropped_.end(), frame.at, later), {frame, outcome});
}

/// A frame that came before is not in memory yet.
bool Receiver::has_earlier(core::Femtoseconds at) const {
    return (!stored_.empty() && stored_.front().at < at) || (state_ != State::Idle && frame_.at < at) ||
           (!buffer_.frames.empty() && buffer_.frames.front().at < at);
}

void Receiver::report_dropped(core::Femtoseconds now) {
    for (; !dropped_.empty() && !has_earlier(dropped_.front().frame.at); dropped_.pop_front())
        over(now, dropped_.front().frame.to, dropped_.front().outcome, dropped_.front().frame.at);
}

void Receiver::release(std::int64_t octets) {
    owed_ += octets;
    if (owed_ == 0 || buffer_.freed.free() == 0) return;
    buffer_.freed.push(std::int32_t(owed_));
    owed_ = 0;
}

void Receiver::release_frame() {
    const auto octets = std::int64_t(frame_.octets->size());
    buffer_.hold(-octets);
    release(octets);
}

void Receiver::judge() {
    frame_ = buffer_.frames.front();
    buffer_.frames.pop();
    const Octets& frame = *frame_.octets;
    if (!r_.link || !r_.has(kRctl, rctl::kEnable)) {
        ++stats_.disabled;
        return drop(UnitOutcome::ReceiveDisabled);
    }
    statistics_.count(Statistics::kReceived);
    statistics_.add(Statistics::kOctetsReceived, frame.size());
    const bool bad = damaged();
    if (bad && !r_.has(kRctl, rctl::kStoreBad)) return release_frame();
    const AddressMatch matched = match(r_, destination(frame));
    if (!matched.accepted || !passes_vlan(r_, frame)) {
        ++stats_.not_for_us;
        return drop(UnitOutcome::LookupError);
    }
    if (!bad) count();
    accept(frame, matched.inexact);
    errors_ = std::uint8_t(errors_ | (bad ? frame_.status.fcs_good ? rxd::kDataError : rxd::kFcsError : 0));
}

void Receiver::drop(UnitOutcome outcome) {
    release_frame();
    if (frame_.status.fcs_good) add_dropped({destination(*frame_.octets), frame_.at}, outcome);
}

/// Counts a frame with a wrong length or check.
bool Receiver::damaged() {
    const auto octets = unsigned(frame_.octets->size());
    const unsigned longest = r_.has(kRctl, rctl::kLong) ? kLongestLong : kLongest;
    const bool good = frame_.status.fcs_good;
    if (octets < kShortest) {
        statistics_.count(good ? Statistics::kUndersize : Statistics::kFragments);
        return ++stats_.runts, true;
    }
    if (octets > longest) {
        statistics_.count(Statistics::kOversize), statistics_.count(Statistics::kLengthErrors);
        return ++stats_.oversized, true;
    }
    if (good) return false;
    statistics_.count(Statistics::kFcsErrors);
    return ++stats_.fcs_errors, true;
}

void Receiver::count() {
    const Octets& frame = *frame_.octets;
    const Address to = destination(frame);
    statistics_.count(Statistics::kGoodReceived);
    statistics_.add(Statistics::kGoodOctetsReceived, frame.size());
    statistics_.count_size(Statistics::kReceivedBySize, frame.size());
    if (ether_board::is_broadcast(to))
        statistics_.count(Statistics::kBroadcastReceived);
    else if (ether_board::is_group(to))
        statistics_.count(Statistics::kMulticastReceived);
}

/// The octets to be stored, and the status of their last descriptor.
void Receiver::accept(const Octets& frame, bool inexact) {
    constexpr std::size_t kFcs = ether::kFcsOctets, kTagAt = 2 * kAddressOctets;
    data_ = frame;
    status_ = rxd::kDone | rxd::kEndOfPacket, errors_ = 0, checksum_ = special_ = 0;
    if (inexact) status_ |= rxd::kInexact;
    if (data_.size() >= kFcs) data_.resize(data_.size() - kFcs);
    check_sums(data_);
    if (r_.has(kCtrl, ctrl::kVlanMode) && is_tagged(r_, data_)) {
        special_ = big16(&data_[kTagAt + 2]);
        status_ |= rxd::kVlan;
        data_.erase(data_.begin() + kTagAt, data_.begin() + kTagAt + kVlanOctets);
    }
    if (!r_.has(kRctl, rctl::kStripFcs))
        data_.insert(data_.end(), frame.end() - std::min(kFcs, frame.size()), frame.end());
    moved_ = 0, waited_ = false;
    state_ = State::Waiting;
}

/// The sum over the packet from RXCSUM's start on, and the checks of IP, TCP and UDP.
void Receiver::check_sums(const Octets& frame) {
    const std::uint32_t control = r_[kRxcsum];
    const std::size_t start = control & rxcsum::kStart;
    if (start < frame.size()) checksum_ = base::ones_sum(&frame[start], frame.size() - start);
    const Checked found = check_received(frame);
    if (found.ip && (control & rxcsum::kIp)) {
        status_ |= rxd::kIpChecked;
        if (found.ip_wrong) errors_ |= rxd::kIpError;
    }
    if (found.transport && (control & rxcsum::kTcpUdp)) {
        status_ |= rxd::kTcpChecked;
        if (found.transport_wrong) errors_ |= rxd::kTcpError;
    }
    if (!(status_ & (rxd::kIpChecked | rxd::kTcpChecked))) status_ |= rxd::kIgnoreChecksums;
    stats_.checksum_errors += errors_ != 0;
}

unsigned Receiver::buffer_octets() const {
    const std::uint32_t control = r_[kRctl];
    const unsigned octets = 2048u >> (control >> 16 & 3);
    return control & rctl::kLargeBuffers ? octets * 16 : octets;
}

/// A narrow descriptor has one buffer, of a size by RCTL. A wide one has four, of sizes by PSRCTL.
void Receiver::begin_buffer() {
    constexpr std::array<unsigned, 4> kSizeBits{0x7F, 0x3F, 0x3F, 0x3F}, kUnits{128, 1024, 1024, 1024};
    descriptor_ = ring.take();
    const bool wide = r_.has(kRctl, rctl::kSeveralBuffers);
    buffers_ = {}, buffer_at_ = 0;
    for (unsigned k = 0; k < (wide ? buffers_.size() : 1); ++k) {
        buffers_[k].address = little<std::uint32_t>(&descriptor_[8 * k]);
        buffers_[k].octets = wide ? (r_[kPsrctl] >> 8 * k & kSizeBits[k]) * kUnits[k] : buffer_octets();
    }
    state_ = State::Storing;
    const unsigned shift = (r_[kRctl] >> 8 & 3) + 1;
    if (ring.offered() == ring.size() >> shift) interrupts_.raise(cause::kFewBuffers);
    if (data_.empty() || !find_space()) end_buffer();
}

bool Receiver::find_space() {
    while (buffer_at_ < buffers_.size() && buffers_[buffer_at_].used == buffers_[buffer_at_].octets) ++buffer_at_;
    return buffer_at_ < buffers_.size();
}

bool Receiver::next(Transfer& t) {
    if (state_ != State::Storing || moving_) return false;
    const Buffer& buffer = buffers_[buffer_at_];
    const std::uint32_t at = buffer.address + buffer.used;
    t = {};
    t.purpose = bus::Purpose::PayloadWrite, t.write = true;
    t.address = at;
    t.octets = unsigned(
        std::min<std::size_t>({transfer_octets - (at & 3), buffer.octets - buffer.used, data_.size() - moved_}));
    std::copy_n(data_.begin() + std::ptrdiff_t(moved_), t.octets, t.data.begin());
    return moving_ = true;
}

void Receiver::done(const Transfer& t) {
    moving_ = false;
    buffers_[buffer_at_].used += t.octets, moved_ += t.octets;
    if (moved_ == data_.size() || !find_space()) end_buffer();
}

Descriptor Receiver::legacy_result(bool last) const {
    Descriptor result = descriptor_;
    put_little<std::uint16_t>(&result[8], std::uint16_t(buffers_[0].used));
    put_little<std::uint16_t>(&result[10], checksum_);
    result[12] = status_of(last);
    result[13] = last ? errors_ : 0;
    put_little<std::uint16_t>(&result[14], special_);
    return result;
}

/// It overwrites the address: no hash, an identification of zero, and the checksum.
Descriptor Receiver::extended_result(bool last) const {
    Descriptor result{};
    put_little<std::uint16_t>(&result[6], checksum_);
    put_little<std::uint32_t>(&result[8], status_of(last) | std::uint32_t{last ? errors_ : std::uint8_t{0}} << 24);
    put_little<std::uint16_t>(&result[12], std::uint16_t(buffers_[0].used));
    put_little<std::uint16_t>(&result[14], special_);
    return result;
}

/// The extended one, and the length of each buffer.
Descriptor Receiver::wide_result(bool last) const {
    Descriptor result = extended_result(last);
    for (std::size_t k = 1; k < buffers_.size(); ++k)
        put_little<std::uint16_t>(&result[16 + 2 * k], std::uint16_t(buffers_[k].used));
    return result;
}

void Receiver::end_buffer() {
    const bool last = moved_ == data_.size(), wide = r_.has(kRctl, rctl::kSeveralBuffers);
    const Descriptor result = wide                              ? wide_result(last)
                              : r_.has(kRfctl, kExtendedFormat) ? extended_result(last)
                                                                : legacy_result(last);
    const bool delayed = ring.read(ring::kDelay) > 0;
    ring.complete(result, true, !last ? Notice::None : delayed ? Notice::Delayed : Notice::AtOnce);
    state_ = State::Waiting;
    if (last) end_frame();
}

void Receiver::end_frame() {
    ++stats_.frames, stats_.octets += frame_.octets->size();
    stored_.push_back({destination(*frame_.octets), frame_.at});
    release_frame();
    state_ = State::Idle;
    const std::uint32_t delay = ring.read(ring::kDelay);
    if (delay > 0) timers_.start(core::now_fs(), delay, r_[kRadv] & 0xFFFF);
}

void Receiver::report_stored() {
    const Stored& frame = stored_.front();
    over(core::now_fs(), frame.to, UnitOutcome::Stored, frame.at);
    stored_.pop_front();
}

void Receiver::handed(Notice notice) {
    if (writes_are_posted_ && notice != Notice::None) report_stored();
}

void Receiver::written(Notice notice) {
    if (notice == Notice::None) return;
    if (!writes_are_posted_) report_stored();
    if (notice == Notice::AtOnce) interrupts_.raise(cause::kReceived);
}

void Receiver::stop() {
    for (const Stored& frame : stored_) add_dropped(frame, UnitOutcome::ReceiveDisabled);
    stored_.clear();
    if (state_ != State::Idle) drop(UnitOutcome::ReceiveDisabled);
    for (; !buffer_.frames.empty(); buffer_.frames.pop()) {
        frame_ = buffer_.frames.front();
        ++stats_.disabled;
        drop(UnitOutcome::ReceiveDisabled);
    }
    state_ = State::Idle, moving_ = due_ = false;
    report_dropped(core::now_fs());
    ring.reset();
    timers_.stop();
}

}  // namespace niclab::i8254x
