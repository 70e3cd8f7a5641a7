#include "peer.h"

#include <algorithm>

namespace niclab::vm {

namespace {

constexpr std::size_t kHeader = 14, kArp = 28, kFcs = 4;
constexpr unsigned kMinOctets = 60, kIp = 0x0800, kArpType = 0x0806;
constexpr core::Femtoseconds kPreambleBits = 64;
constexpr std::uint16_t kMtu = 1500;

}  // namespace

Peer::Peer(sc_core::sc_module_name name, medium::Segment& segment, const Config& config)
    : sc_module(name),
      Attachment(segment, config.at_m, config.period, config.phase, config.transceiver),
      config_(config),
      answers_(config.address, kMtu),
      udp_(config.ports ? std::make_unique<UdpFrames>(*config.ports) : nullptr),
      mac_("mac", txc, rxc, *this, *this, config.mac) {
    mac_.pins.bind(wires);
}

ether::FrameOptions Peer::begin(unsigned /*attempt*/) {
    next_ = 0;
    sending_at_ = core::now_fs() + kPreambleBits * (config_.period / config_.mac.width);
    return {true, kMinOctets};
}

ether::NextOctet Peer::next() {
    if (next_ == queue_.front().size()) return {ether::Supply::End};
    return {ether::Supply::Octet, queue_.front()[next_++]};
}

void Peer::ended(const ether::TransmitStatus& status) {
    if (status.outcome == ether::Outcome::Sent) {
        ++stats_.sent;
        if (on_frame) on_frame({sending_at_, false, queue_.front()});
    } else {
        ++stats_.given_up;
    }
    queue_.pop_front();
    if (!queue_.empty()) mac_.request();
}

void Peer::ended(const ether::ReceiveStatus& status) {
    if (!status.fcs_good || status.own_collision || received_.octets.size() < kHeader + kFcs) {
        ++stats_.damaged;
        return;
    }
    ++stats_.received;
    // It has begun with the SFD, and ends with the first clock after its last bit.
    const core::Femtoseconds bits = 8 * core::Femtoseconds{status.octets} + status.dribble_bits;
    received_.at = core::now_fs() - (bits / config_.mac.width + 1) * rxc.period_fs();
    received_.octets.resize(received_.octets.size() - kFcs);
    if (on_frame) on_frame(received_);
    if (udp_)
        udp_->send(received_.octets);
    else
        answer(received_.octets);
}

void Peer::poll() {
    constexpr std::size_t kQueue = 64;
    while (udp_ && queue_.size() < kQueue) {
        std::optional<Octets> frame = udp_->receive();
        if (!frame) return;
        send(std::move(*frame));
    }
}

void Peer::send(Octets frame) {
    queue_.push_back(std::move(frame));
    mac_.request();
}

/// The header of a frame to the sender of `frame`.
Octets Peer::reply_header(const Octets& frame) const {
    Octets header(frame.begin() + 6, frame.begin() + 12);
    header.insert(header.end(), config_.mac_address.begin(), config_.mac_address.end());
    header.insert(header.end(), frame.begin() + 12, frame.begin() + kHeader);
    return header;
}

void Peer::answer(const Octets& frame) {
    if (answer_arp(frame))
        ++stats_.arp_replies;
    else if (!answer_ip(frame))
        ++stats_.unanswered;
}

bool Peer::answer_ip(const Octets& frame) {
    const bool own = std::equal(config_.mac_address.begin(), config_.mac_address.end(), frame.begin());
    if (!own || word(frame, 12) != kIp) return false;
    if (!answers_.receive(core::now_fs(), Octets(frame.begin() + kHeader, frame.end()))) return false;
    ip_header_ = reply_header(frame);
    send_answers();
    return true;
}

void Peer::send_answers() {
    for (const Octets& packet : answers_.outgoing()) {
        Octets frame = ip_header_;
        frame.insert(frame.end(), packet.begin(), packet.end());
        send(std::move(frame));
    }
    answers_.outgoing().clear();
    timer_.cancel();
    if (answers_.deadline() != base::kNever) timer_.at(std::max(answers_.deadline(), core::now_fs()));
}

void Peer::on_timer() {
    answers_.expire(core::now_fs());
    send_answers();
}

bool Peer::answer_arp(const Octets& frame) {
    constexpr std::size_t kOperation = kHeader + 6, kSender = kHeader + 8, kTarget = kHeader + 18;
    if (frame.size() < kHeader + kArp || word(frame, 12) != kArpType || word(frame, kOperation) != 1) return false;
    const std::array<std::uint8_t, 4> own{
        static_cast<std::uint8_t>(config_.address >> 24), static_cast<std::uint8_t>(config_.address >> 16),
        static_cast<std::uint8_t>(config_.address >> 8), static_cast<std::uint8_t>(config_.address)};
    if (!std::equal(own.begin(), own.end(), frame.begin() + kTarget + 6)) return false;
    Octets reply = reply_header(frame);
    reply.insert(reply.end(), frame.begin() + kHeader, frame.end());
    reply[kOperation + 1] = 2;
    std::copy_n(frame.begin() + kSender, 10, reply.begin() + kTarget);
    std::copy(config_.mac_address.begin(), config_.mac_address.end(), reply.begin() + kSender);
    std::copy(own.begin(), own.end(), reply.begin() + kSender + 6);
    send(std::move(reply));
    return true;
}

}  // namespace niclab::vm
