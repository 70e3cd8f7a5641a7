#include "medium/switch.h"

#include <algorithm>
#include <stdexcept>

namespace niclab::medium {

namespace {

constexpr std::size_t kSourceAt = 6;  // of a frame's octets

Switch::Address address_at(const std::vector<std::uint8_t>& octets, std::size_t place) {
    Switch::Address address;
    std::copy_n(octets.begin() + std::ptrdiff_t(place), address.size(), address.begin());
    return address;
}

}  // namespace

SwitchPort::SwitchPort(sc_core::sc_module_name name, Switch& owner, unsigned port, Segment& cable, double at_m,
                       const SwitchPortConfig& config)
    : sc_module(name),
      Attachment(cable, at_m, config.bit * config.mac.width, config.phase, config.transceiver),
      number(port),
      mac("mac", txc, rxc, *this, *this, config.mac),
      owner_(owner) {
    mac.pins.bind(wires);
}

/// A place with a frame that has left at this femtosecond is not free yet, independent of the order
/// of calls.
void SwitchPort::enter(const SwitchedFramePtr& frame, unsigned places) {
    const core::Femtoseconds now = core::now_fs();
    if (queue_.size() + (freed_ == now ? 1 : 0) >= places) {
        ++stats_.queue_full;
        return dropped(now, frame);
    }
    queue_.push_back({frame, now});
    stats_.most = std::max<std::uint64_t>(stats_.most, queue_.size());
    queued(now, frame);
    if (queue_.size() == 1) first(now, frame);
}

/// It has its FCS already.
ether::FrameOptions SwitchPort::begin(unsigned) {
    place_ = 0;
    return {false, 0};
}

ether::NextOctet SwitchPort::next() {
    const std::vector<std::uint8_t>& octets = queue_.front().frame->octets;
    if (place_ == octets.size()) return {ether::Supply::End};
    return {ether::Supply::Octet, octets[place_++]};
}

void SwitchPort::ended(const ether::TransmitStatus& status) {
    const SwitchedFramePtr frame = queue_.front().frame;
    queue_.pop_front();
    freed_ = core::now_fs();
    ++(status.outcome == ether::Outcome::Sent ? stats_.frames_out : stats_.given_up);
    left(freed_, frame, status);
    if (!queue_.empty()) first(freed_, queue_.front().frame);
}

void SwitchPort::ended(const ether::ReceiveStatus& status) {
    if (!status.fcs_good || status.runt() || status.too_long() || status.own_collision) return ++stats_.spoilt, void();
    ++stats_.frames_in;
    owner_.take(number, coming_);
}

void SwitchPort::describe(core::StatsVisitor& v) const {
    v.counter("frames_in", stats_.frames_in, "frames", "Complete frames received with a correct FCS.");
    v.counter("damaged_frames", stats_.spoilt, "frames", "Damaged frames and fragments, mostly from collisions.");
    v.counter("frames_out", stats_.frames_out, "frames", "Frames sent.");
    v.counter("excessive_collisions", stats_.given_up, "frames", "Frames dropped after the last attempt collided.");
    v.counter("queue_full", stats_.queue_full, "frames", "Frames dropped because the queue was full.");
    v.counter("queue_max", stats_.most, "frames", "Maximum length of the queue.");
}

Switch::Switch(sc_core::sc_module_name name, const SwitchConfig& config) : sc_module(name), config_(config) {
    if (config.queue_frames < 1 || config.transit == 0)
        throw std::invalid_argument("switch: no queue or no forwarding time; expected both");
}

SwitchPort& Switch::attach(const std::string& name, Segment& cable, double at_m, const SwitchPortConfig& config) {
    const auto number = unsigned(ports_.size());
    ports_.push_back(std::make_unique<SwitchPort>(name.c_str(), *this, number, cable, at_m, config));
    return *ports_.back();
}

void Switch::take(unsigned port, const std::vector<std::uint8_t>& octets) {
    const core::Femtoseconds now = core::now_fs();
    const auto frame = std::make_shared<const SwitchedFrame>(SwitchedFrame{frames_++, port, octets});
    passing_.push({now + config_.transit, frame});
    came(now, frame);
    if (!through_.planned()) through_.at(passing_.top().through);
}

void Switch::forward() {
    const core::Femtoseconds now = core::now_fs();
    for (; !passing_.empty() && passing_.top().through <= now; passing_.pop()) send_on(passing_.top().frame);
    if (!passing_.empty()) through_.at(passing_.top().through);
    if (!may_send_.planned()) may_send_.at(now + 1);  // No clock of a port has an edge between the two.
}

void Switch::send_on(const SwitchedFramePtr& frame) {
    const Address to = address_at(frame->octets, 0), from = address_at(frame->octets, kSourceAt);
    stations_[from] = frame->from;
    const auto known = stations_.find(to);
    const auto group = groups_.find(to);
    flooded_ += known == stations_.end() && group == groups_.end();
    for (const auto& port : ports_) {
        if (port->number == frame->from) continue;
        const bool there = known != stations_.end() ? known->second == port->number
                                                    : group == groups_.end() || group->second.count(port->number) > 0;
        if (there) port->enter(frame, config_.queue_frames);
    }
    filtered_ += known != stations_.end() && known->second == frame->from;
}

void Switch::request() {
    for (const auto& port : ports_)
        if (port->ready()) port->mac.request();
}

std::size_t Switch::under_way() const {
    std::size_t frames = passing_.size();
    for (const auto& port : ports_) frames += port->waiting();
    return frames;
}

void Switch::describe(core::StatsVisitor& v) const {
    v.counter("frames", frames_, "frames", "Complete frames received.");
    v.counter("flooded", flooded_, "frames", "Frames sent to all other ports because their address was unknown.");
    v.counter("filtered", filtered_, "frames",
              "Frames dropped because their destination is at the port on which they arrived.");
}

}  // namespace niclab::medium
