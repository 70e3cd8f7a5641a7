#include "peer.h"

#include <algorithm>

#include "base/internet_checksum.h"

namespace niclab::vm {

namespace {

constexpr std::size_t kHeader = 14, kArp = 28, kIpHeader = 20, kEcho = 8, kFcs = 4;
constexpr unsigned kMinOctets = 60, kIp = 0x0800;
constexpr core::Femtoseconds kPreambleBits = 64;

unsigned word(const Octets& o, std::size_t at) { return unsigned{o[at]} << 8 | o[at + 1]; }

std::uint16_t checksum(const Octets& o, std::size_t at, std::size_t octets) {
    return static_cast<std::uint16_t>(~base::ones_sum(o.data() + at, octets));
}

}  // namespace

Peer::Peer(sc_core::sc_module_name name, medium::Segment& segment, const Config& config)
    : sc_module(name),
      Attachment(segment, config.at_m, config.period, config.phase, config.transceiver),
      config_(config),
      tcp_(tcp::Address{config.address[0]} << 24 | tcp::Address{config.address[1]} << 16 |
           tcp::Address{config.address[2]} << 8 | config.address[3]),
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

void Peer::begin() {
    received_.at = core::now_fs();
    received_.octets.clear();
}

void Peer::ended(const ether::ReceiveStatus& status) {
    if (!status.fcs_good || status.own_collision || received_.octets.size() < kHeader + kFcs) {
        ++stats_.damaged;
        return;
    }
    ++stats_.received;
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

void Peer::answer(const Octets& frame) {
    Octets reply = frame;
    std::copy_n(frame.begin() + 6, 6, reply.begin());
    std::copy(config_.mac_address.begin(), config_.mac_address.end(), reply.begin() + 6);
    if (answer_arp(frame, reply)) {
        ++stats_.arp_replies;
    } else if (answer_echo(frame, reply)) {
        ++stats_.echo_replies;
    } else {
        ++(answer_tcp(frame) ? stats_.tcp_segments : stats_.unanswered);
        return;
    }
    send(std::move(reply));
}

bool Peer::answer_tcp(const Octets& frame) {
    if (word(frame, 12) != kIp || !std::equal(config_.mac_address.begin(), config_.mac_address.end(), frame.begin()))
        return false;
    if (!tcp_.receive(core::now_fs(), Octets(frame.begin() + kHeader, frame.end()))) return false;
    tcp_header_.assign(frame.begin() + 6, frame.begin() + 12);
    tcp_header_.insert(tcp_header_.end(), frame.begin(), frame.begin() + 6);
    tcp_header_.insert(tcp_header_.end(), frame.begin() + 12, frame.begin() + kHeader);
    send_tcp();
    return true;
}

void Peer::send_tcp() {
    for (const Octets& packet : tcp_.outgoing()) {
        Octets frame = tcp_header_;
        frame.insert(frame.end(), packet.begin(), packet.end());
        send(std::move(frame));
    }
    tcp_.outgoing().clear();
    timer_.cancel();
    if (tcp_.deadline() != base::kNever) timer_.at(std::max(tcp_.deadline(), core::now_fs()));
}

void Peer::on_timer() {
    tcp_.expire(core::now_fs());
    send_tcp();
}

bool Peer::answer_arp(const Octets& frame, Octets& reply) {
    constexpr std::size_t kOperation = kHeader + 6, kSender = kHeader + 8, kTarget = kHeader + 18;
    if (frame.size() < kHeader + kArp || word(frame, 12) != 0x0806 || word(frame, kOperation) != 1) return false;
    if (!std::equal(config_.address.begin(), config_.address.end(), frame.begin() + kTarget + 6)) return false;
    reply[kOperation + 1] = 2;
    std::copy_n(frame.begin() + kSender, 10, reply.begin() + kTarget);
    std::copy(config_.mac_address.begin(), config_.mac_address.end(), reply.begin() + kSender);
    std::copy(config_.address.begin(), config_.address.end(), reply.begin() + kSender + 6);
    return true;
}

bool Peer::answer_echo(const Octets& frame, Octets& reply) {
    constexpr std::size_t kSource = kHeader + 12, kDestination = kHeader + 16, kIcmp = kHeader + kIpHeader;
    if (frame.size() < kIcmp + kEcho || word(frame, 12) != kIp || frame[kHeader] != 0x45) return false;
    const std::size_t length = word(frame, kHeader + 2);
    constexpr unsigned kIcmpProtocol = 1, kRequest = 8, kFragment = 0x3FFF;
    if (length < kIpHeader + kEcho || kHeader + length > frame.size()) return false;
    if (frame[kHeader + 9] != kIcmpProtocol || frame[kIcmp] != kRequest || word(frame, kHeader + 6) & kFragment)
        return false;
    if (!std::equal(config_.address.begin(), config_.address.end(), frame.begin() + kDestination)) return false;
    if (checksum(frame, kHeader, kIpHeader) != 0 || checksum(frame, kIcmp, length - kIpHeader) != 0) return false;
    std::copy_n(frame.begin() + kSource, 4, reply.begin() + kDestination);
    std::copy(config_.address.begin(), config_.address.end(), reply.begin() + kSource);
    reply[kIcmp] = reply[kIcmp + 2] = reply[kIcmp + 3] = 0;
    const std::uint16_t sum = checksum(reply, kIcmp, length - kIpHeader);
    reply[kIcmp + 2] = static_cast<std::uint8_t>(sum >> 8);
    reply[kIcmp + 3] = static_cast<std::uint8_t>(sum);
    return true;
}

}  // namespace niclab::vm
