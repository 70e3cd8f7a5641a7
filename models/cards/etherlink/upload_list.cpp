#include "cards/etherlink/upload_list.h"

#include <algorithm>

#include "cards/etherlink/internet_checksum.h"

namespace niclab::etherlink {

using ether_board::Transfer;

UploadList::UploadList(Receiver& receiver, Registers& registers, bool boomerang)
    : DescriptorList(bus::Purpose::ReceiveStatus), receiver_(receiver), registers_(registers), boomerang_(boomerang) {
    frame_.reserve(up::kLength + 1);
}

void UploadList::set_pointer(std::uint32_t address) {
    const bool begun = state_ != State::Idle && state_ != State::Link && state_ != State::Failed;
    if (begun && !frame_.empty()) receiver_.discard(card::UnitOutcome::Reset);
    follow(address);
}

void UploadList::reset() {
    unstalled_ = false;
    status_ = 0;
    clear();
}

void UploadList::set_stalled(bool stalled) {
    stalled_ = stalled;
    unstalled_ = !stalled;
}

/// The oldest frame is complete, or as much of it is there as is moved early.
bool UploadList::frame_waits() const {
    if (receiver_.complete()) return true;
    const unsigned threshold = receiver_.early_threshold;
    return early && threshold != kThresholdOff && receiver_.available() >= std::max(4 * threshold, 1u);
}

/// Octets of the next burst; 0: there is nothing to move, or no space for it.
unsigned UploadList::burst() const {
    const unsigned there = std::min(receiver_.remaining(), ether_board::kMostOctets);
    if (!receiver_.complete() && there < std::min(length_, ether_board::kMostOctets)) return 0;
    return std::min(there, length_);
}

bool UploadList::can_begin() const {
    switch (state_) {
        case State::Idle:
            return pointer_ != 0 && !stalled_ && frame_waits();
        case State::Entry:
        case State::Status:
            return true;
        case State::Data:
            return burst() > 0 || frame_ends() || (length_ == 0 && !last_);
        case State::Link:
            return !stalled_;
        case State::Failed:
            return false;
    }
    return false;
}

void UploadList::move(Transfer& t) {
    t.purpose = bus::Purpose::PayloadWrite, t.write = true;
    t.octets = burst();
    for (unsigned i = 0; i < t.octets; ++i) frame_.push_back(t.data[i] = receiver_.read());
}

/// A release that came while the head was read counts: the head is read again.
bool UploadList::take_head(std::uint32_t status) {
    if (status & up::kComplete) {
        ++stats_.full;
        if (!unstalled_) set_stalled(true);
        return unstalled_ = false;
    }
    ++stats_.descriptors;
    frame_.clear();
    overflow_ = unstalled_ = false;
    return true;
}

void UploadList::take_status() {
    receiver_.discard(overflow_ ? card::UnitOutcome::TooLong : card::UnitOutcome::Stored);
    registers_.interrupts.raised |= status::kUpComplete;
}

/// All of the frame is in memory, or in the FIFO while its buffers are full.
bool UploadList::frame_ends() const {
    return receiver_.complete() && (receiver_.remaining() == 0 || (length_ == 0 && last_));
}

/// The frame is over, or its fragment is full.
void UploadList::settle() {
    if (state_ == State::Idle) unstalled_ = false;
    if (state_ != State::Data) return;
    if (frame_ends()) return end_frame();
    if (length_ == 0 && !last_) end_entry();
}

void UploadList::end_frame() {
    overflow_ = receiver_.remaining() > 0;
    stats_.overflows += overflow_;
    while (receiver_.remaining() > 0) frame_.push_back(receiver_.read());
    status_ = frame_status();
    state_ = State::Status;
}

std::uint32_t UploadList::frame_status() const {
    const std::uint32_t errors = receiver_.rx_errors();
    const auto octets = static_cast<std::uint32_t>(frame_.size());
    return (octets & up::kLength) | up::kComplete | errors << up::kErrorsShift | (overflow_ ? up::kOverflow : 0) |
           (errors != 0 || overflow_ ? up::kError : 0) | (errors == 0 ? checksum_bits() : 0);
}

std::uint32_t UploadList::checksum_bits() const {
    if (boomerang_) return 0;
    const FrameChecksums sums = checksums_of(frame_.data(), frame_.size(), registers_.vlan_type());
    std::uint32_t bits = 0;
    if (sums.ip.exists()) bits |= up::kIpChecked | (sums.ip.good ? 0 : up::kIpError);
    if (sums.kind == Transport::Tcp) bits |= up::kTcpChecked | (sums.transport.good ? 0 : up::kTcpError);
    if (sums.kind == Transport::Udp && !sums.unused)
        bits |= up::kUdpChecked | (sums.transport.good ? 0 : up::kUdpError);
    return bits;
}

}  // namespace niclab::etherlink
