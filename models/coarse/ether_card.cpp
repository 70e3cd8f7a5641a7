#include "coarse/ether_card.h"

namespace niclab::coarse {

using base::call;
using net::FrameStep;
using stack::Drop;

namespace {

/// In the card's memory: without FCS.
std::uint32_t stored(const net::Frame& frame) { return frame.octets() - ether::kFcsOctets; }

}  // namespace

EtherCard::EtherCard(base::EventQueue& event_queue, const Config& config, net::FramePort& mac, tcp::Address address)
    : event_queue_(event_queue), config_(config), mac_(mac), address_(address) {
    mac_.serve(*this, 0);
}

/// A driver does not pad: the card does.
std::uint32_t EtherCard::copied_octets(const tcp::Packet& packet) const {
    return net::Frame::kHeader + packet.octets();
}

std::uint32_t EtherCard::copied_first(const tcp::Packet& packet) const {
    return std::min(copied_octets(packet), config_.start_octets);
}

bool EtherCard::fits(const tcp::Packet& packet) {
    const std::uint32_t octets = stored({packet}), out = config_.frees_as_sent ? mac_.octets_out() : 0;
    refused_ = out_octets_ - std::min(out, out_octets_) + octets > config_.transmit_octets;
    if (refused_) wanted_ = octets, expect_room();
    return !refused_;
}

/// While the first frame is sent, its space becomes free gradually.
void EtherCard::expect_room() {
    if (!config_.frees_as_sent || !mac_.sends()) return;
    const std::uint32_t missing = out_octets_ + wanted_ - config_.transmit_octets;
    const std::uint32_t out = std::max(missing, std::uint32_t(ether::kMinOctets));
    if (out < stored(out_.front()))
        event_queue_.at(std::max(event_queue_.now(), mac_.when_out(out + 1)), call<&EtherCard::look_for_room>(this));
}

void EtherCard::look_for_room(std::uint64_t) {
    if (!refused_ || out_octets_ - std::min(mac_.octets_out(), out_octets_) + wanted_ > config_.transmit_octets) return;
    refused_ = false;
    user_->room();
}

void EtherCard::began(unsigned) {
    step(FrameStep::Began, out_.front());
    if (refused_) expect_room();
}

/// A driver that copies has found that it fits, before the copy. Meanwhile the frame before may have
/// left the MAC, and the report of that is still under way.
bool EtherCard::offer(const tcp::Packet& packet) {
    if (!copied_by_driver() && !fits(packet)) return false;
    ++stats_.sent;
    out_.push_back({packet});
    step(FrameStep::Offered, out_.back());
    out_octets_ += stored(out_.back());
    start_free_ = std::max(start_free_, event_queue_.now() + config_.start.of(stored(out_.back())));
    event_queue_.at(start_free_, call<&EtherCard::ready>(this));
    return true;
}

void EtherCard::ready(std::uint64_t) {
    ++ready_;
    if (stepped.active()) step(FrameStep::Ready, out_[ready_ - 1]);
    if (ready_ == 1) first();
    mac_.request();
}

/// The MAC may send the first of its frames.
void EtherCard::first() {
    if (ready_ > 0 && !turning_) step(FrameStep::First, out_.front());
}

const net::Frame* EtherCard::next(unsigned) const { return ready_ > 0 && !turning_ ? &out_.front() : nullptr; }

void EtherCard::turned(std::uint64_t) {
    turning_ = false;
    first();
    if (ready_ > 0) mac_.request();
}

void EtherCard::gone(unsigned, ether::Outcome outcome) {
    const net::Frame frame = out_.front();
    out_.pop_front();
    --ready_, out_octets_ -= stored(frame);
    if (config_.turnaround_us > 0) {
        turning_ = true;
        event_queue_.after(base::from_us(config_.turnaround_us), call<&EtherCard::turned>(this));
    }
    if (outcome == ether::Outcome::Sent)
        passed(event_queue_.now(), frame);
    else
        drop(outcome == ether::Outcome::LateCollision ? Drop::LateCollision : Drop::ExcessiveCollisions, frame);
    first();
    if (std::exchange(refused_, false)) user_->room();
}

void EtherCard::arrived(unsigned, const net::Frame& frame, bool whole) {
    if (!whole) return drop(Drop::LateCollision, frame);
    if (frame.destination() != net::mac_address(address_) && frame.destination() != tcp::kBroadcast) {
        ++stats_.not_for_us;
        return;
    }
    passed(event_queue_.now(), frame);
    if (in_octets_ + stored(frame) > config_.receive_octets) {
        ++stats_.refused;
        return drop(Drop::CardReceiveBuffer, frame);
    }
    ++stats_.received;
    step(FrameStep::Came, frame);
    in_octets_ += stored(frame);
    deliver_free_ = std::max(deliver_free_, event_queue_.now() + config_.deliver.of(stored(frame)));
    event_queue_.at(deliver_free_, call<&EtherCard::delivered>(this, coming_.put(frame.packet)));
}

void EtherCard::delivered(std::uint64_t packet) {
    done_.push_back(coming_.take(packet));
    step(FrameStep::InMemory, {done_.back()});
    user_->received();
}

std::optional<tcp::Packet> EtherCard::take() {
    if (done_.empty()) return std::nullopt;
    const tcp::Packet packet = done_.front();
    done_.pop_front();
    in_octets_ -= stored({packet});
    step(FrameStep::Taken, {packet});
    return packet;
}

}  // namespace niclab::coarse
