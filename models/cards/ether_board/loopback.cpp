#include "cards/ether_board/loopback.h"

#include <algorithm>

namespace niclab::ether_board {

namespace {

constexpr unsigned kOctetBits = 8;
constexpr ether::MacRules kRules;

}  // namespace

/// The path acts for the MAC: it is not a writer of its own.
Loopback::Loopback(ether::OctetSource& chip, ether::OctetSink& receiver, CableInput* cable, core::Femtoseconds bit)
    : chip_(chip),
      receiver_(receiver),
      cable_(cable),
      bit_(bit),
      due_([](void* self) { static_cast<Loopback*>(self)->step(); }, this, nullptr) {}

void Loopback::request() {
    busy_ = true, begun_ = false;
    due_.at(std::max(core::now_fs(), free_));
}

void Loopback::step() {
    if (!begun_) return begin_frame();
    if (octet_) {
        receiver_.octet(*octet_);
        received_.add(*octet_), ++status_.octets;
    } else {
        receiver_.begin();
    }
    octet_ = next_octet();
    if (!octet_) return end_frame();
    due_.in(kOctetBits * bit_);
}

void Loopback::begin_frame() {
    if (cable_ && cable_->busy()) return due_.in(kOctetBits * bit_);
    if (cable_) cable_->occupy(true);
    options_ = chip_.begin(1);
    status_ = {}, octet_.reset(), sent_ = {}, received_ = {};
    supplied_ = with_trailer_ = false, trailer_sent_ = 0;
    begun_ = true;
    due_.in(kRules.header_bits() * bit_);
}

std::optional<std::uint8_t> Loopback::next_octet() {
    if (!supplied_) {
        const ether::NextOctet next = chip_.next();
        if (next.supply == ether::Supply::Octet) return sent_.add(next.octet), next.octet;
        supplied_ = true;
        if (next.supply == ether::Supply::Empty) status_.outcome = ether::Outcome::Underrun;
    }
    const bool underrun = status_.outcome == ether::Outcome::Underrun;
    if (!with_trailer_) {
        if (!underrun && status_.octets < options_.pad_to_octets) return sent_.add(0), std::uint8_t{0};
        if (!underrun && !options_.append_fcs) return std::nullopt;
        with_trailer_ = true, trailer_ = sent_.octets();
        if (underrun)
            for (std::uint8_t& o : trailer_) o = std::uint8_t(~o);
    }
    if (trailer_sent_ == trailer_.size()) return std::nullopt;
    return trailer_[trailer_sent_++];
}

void Loopback::end_frame() {
    if (cable_) cable_->occupy(false);
    busy_ = false, free_ = core::now_fs() + kRules.gap_bits() * bit_;
    receiver_.ended({status_.octets, 0, received_.good(), false});
    chip_.ended(status_);
}

}  // namespace niclab::ether_board
