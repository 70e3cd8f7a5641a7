#include "lab/bench/mac_host.h"

#include <algorithm>

namespace niclab::lab {

using base::call;
using stack::Drop;

namespace {

constexpr unsigned kUdpHeader = 8;
/// Octets of a frame around its datagram's payload.
constexpr unsigned kAround = net::Frame::kHeader + tcp::Packet::kHeader + kUdpHeader + ether::kFcsOctets;

}  // namespace

MacHost::MacHost(base::EventQueue& event_queue, net::FramePort& mac, tcp::Address address)
    : event_queue_(event_queue), mac_(mac), address_(address) {
    mac_.serve(*this, 0);
}

void MacHost::send(const net::Frame& frame) {
    ++stats_.sent;
    offered(event_queue_.now(), frame);
    out_.push_back(frame);
    mac_.request();
}

const net::Frame* MacHost::next(unsigned) const { return out_.empty() ? nullptr : &out_.front(); }

void MacHost::gone(unsigned, ether::Outcome outcome) {
    const net::Frame frame = out_.front();
    out_.pop_front();
    if (outcome == ether::Outcome::Sent)
        passed(event_queue_.now(), frame);
    else
        dropped(
            event_queue_.now(),
            {outcome == ether::Outcome::LateCollision ? Drop::LateCollision : Drop::ExcessiveCollisions, frame.packet});
    if (MacFlow* flow = flow_of(frame)) flow->left();
}

void MacHost::arrived(unsigned, const net::Frame& frame, bool whole) {
    if (!whole) return dropped(event_queue_.now(), {Drop::LateCollision, frame.packet});
    if (frame.destination() != net::mac_address(address_)) {
        ++stats_.not_for_us;
        return;
    }
    ++stats_.received;
    passed(event_queue_.now(), frame);
    if (MacFlow* flow = flow_of(frame)) flow->received(frame);
}

MacFlow* MacHost::flow_of(const net::Frame& frame) const {
    const auto found = std::find_if(flows_.begin(), flows_.end(), [&frame](const MacFlow* flow) {
        return flow->port() == frame.packet.destination_port;
    });
    return found == flows_.end() ? nullptr : *found;
}

MacFlow::MacFlow(base::EventQueue& event_queue, MacHost& from, MacHost& to, const Config& config)
    : event_queue_(event_queue),
      from_(from),
      config_(config),
      to_(to.address()),
      source_(event_queue, config.frames, config.seed) {
    from.add(*this), to.add(*this);
    source_.offer = [this](unsigned octets) { offer(octets); };
}

void MacFlow::start() {
    outcome_.begin = event_queue_.now();
    measured();
    if (config_.frames.count == 0) event_queue_.after(config_.duration, call<&MacFlow::end>(this));
    source_.due(0);
}

void MacFlow::end(std::uint64_t) {
    outcome_.end = event_queue_.now(), outcome_.over = true;
    source_.stop();
    measured();
}

void MacFlow::offer(unsigned octets) {
    const net::Frame frame = make(octets);
    ++outcome_.datagrams_sent, outcome_.written += frame.octets();
    if (!source_.is_timed() || from_.waiting() < config_.frames.queue) return from_.send(frame);
    refused(event_queue_.now(), {Drop::IpQueue, frame.packet});
    left();
}

net::Frame MacFlow::make(unsigned octets) {
    net::Frame frame;
    tcp::Packet& p = frame.packet;
    p.source = from_.address(), p.destination = to_;
    p.id = std::uint16_t(source_.made() - 1);
    p.protocol = tcp::Protocol::Udp, p.source_port = p.destination_port = config_.port;
    p.datagram.offset = outcome_.written, p.datagram.length = octets - kAround;
    return frame;
}

/// One of its frames has left the host's queue, sent or aborted.
void MacFlow::left() {
    ++left_;
    if (source_.over() && left_ == source_.made() && !outcome_.over) return end(0);
    source_.left();
}

void MacFlow::received(const net::Frame& frame) {
    ++outcome_.datagrams_received;
    outcome_.octets += frame.octets();
    if (outcome_.over) outcome_.late += frame.octets();
}

}  // namespace niclab::lab
