#include "coarse/ether_card.h"

namespace niclab::coarse {

using base::call;
using stack::Drop;

namespace {

/// In the card's memory: without FCS.
std::uint32_t stored(const net::Frame& frame) { return frame.octets() - ether::kFcsOctets; }

}  // namespace

EtherCard::EtherCard(base::Agenda& agenda, const Config& config, net::EtherMac& mac, tcp::Address address)
    : agenda_(agenda), config_(config), mac_(mac), address_(address) {
    mac_.serve(*this, 0);
}

bool EtherCard::fits(const tcp::Packet& packet) {
    refused_ = out_octets_ + stored({packet}) > config_.transmit_octets;
    return !refused_;
}

bool EtherCard::offer(const tcp::Packet& packet) {
    if (!fits(packet)) return false;
    ++stats_.sent;
    out_.push_back({packet});
    out_octets_ += stored(out_.back());
    start_free_ = std::max(start_free_, agenda_.now() + config_.start.of(stored(out_.back())));
    agenda_.at(start_free_, call<&EtherCard::ready>(this));
    return true;
}

void EtherCard::ready(std::uint64_t) {
    ++ready_;
    mac_.request();
}

const net::Frame* EtherCard::next(unsigned) const { return ready_ > 0 ? &out_.front() : nullptr; }

void EtherCard::gone(unsigned, ether::Outcome outcome) {
    const net::Frame frame = out_.front();
    out_.pop_front();
    --ready_, out_octets_ -= stored(frame);
    if (outcome == ether::Outcome::Sent)
        passed(agenda_.now(), frame);
    else
        drop(outcome == ether::Outcome::LateCollision ? Drop::LateCollision : Drop::ExcessiveCollisions, frame);
    if (std::exchange(refused_, false)) user_->room();
}

void EtherCard::arrived(unsigned, const net::Frame& frame, bool whole) {
    if (!whole) return drop(Drop::LateCollision, frame);
    if (frame.destination() != net::mac_address(address_)) {
        ++stats_.not_for_us;
        return;
    }
    passed(agenda_.now(), frame);
    if (in_octets_ + stored(frame) > config_.receive_octets) {
        ++stats_.refused;
        return drop(Drop::CardReceiveBuffer, frame);
    }
    ++stats_.received;
    in_octets_ += stored(frame);
    deliver_free_ = std::max(deliver_free_, agenda_.now() + config_.deliver.of(stored(frame)));
    agenda_.at(deliver_free_, call<&EtherCard::delivered>(this, coming_.put(frame.packet)));
}

void EtherCard::delivered(std::uint64_t packet) {
    done_.push_back(coming_.take(packet));
    user_->received();
}

std::optional<tcp::Packet> EtherCard::take() {
    if (done_.empty()) return std::nullopt;
    const tcp::Packet packet = done_.front();
    done_.pop_front();
    in_octets_ -= stored({packet});
    return packet;
}

}  // namespace niclab::coarse
