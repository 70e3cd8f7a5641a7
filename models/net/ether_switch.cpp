#include "net/ether_switch.h"

namespace niclab::net {

using stack::Drop;

EtherSwitch::EtherSwitch(base::EventQueue& event_queue, std::string name, unsigned ports, const Config& config)
    : event_queue_(event_queue), name_(std::move(name)), config_(config), ports_(ports) {}

void EtherSwitch::attach(unsigned port, FramePort& mac) {
    ports_.at(port).mac = &mac;
    mac.serve(*this, port);
}

void EtherSwitch::attach(unsigned port, stack::Device& atm) {
    ports_.at(port).atm = std::make_unique<AtmPort>(*this, port, atm);
    atm.serve(*ports_[port].atm);
}

void EtherSwitch::AtmPort::received() {
    while (const auto packet = card.take()) owner.arrived(number, {*packet}, true);
}

const Frame* EtherSwitch::next(unsigned port) const {
    const std::deque<Frame>& queue = ports_[port].queue;
    return queue.empty() ? nullptr : &queue.front();
}

void EtherSwitch::gone(unsigned port, ether::Outcome outcome) {
    Port& p = ports_[port];
    const Frame frame = p.queue.front();
    p.queue.pop_front();
    if (outcome == ether::Outcome::Sent)
        ++p.stats.frames_out;
    else
        lose(outcome == ether::Outcome::LateCollision ? Drop::LateCollision : Drop::ExcessiveCollisions, frame);
    if (!p.queue.empty()) step(FrameStep::First, port, p.queue.front());
}

void EtherSwitch::arrived(unsigned port, const Frame& frame, bool whole) {
    ++ports_[port].stats.frames_in;
    if (!whole) return lose(Drop::LateCollision, frame);
    step(FrameStep::Came, port, frame);
    const auto known = table_.find(frame.source());
    if (known == table_.end())
        table_[frame.source()] = {port, false};
    else if (!known->second.reported)
        known->second.port = port;
    event_queue_.after(config_.transit, base::call<&EtherSwitch::forward>(this, inside_.put({frame, port})));
}

void EtherSwitch::forward(std::uint64_t number) {
    const auto [frame, from] = inside_.take(number);
    const auto known = table_.find(frame.destination());
    if (known != table_.end()) {
        if (known->second.port != from) return enter(known->second.port, frame);
        ++stats_.filtered;
        return;
    }
    std::uint64_t copies = 0;
    for (unsigned port = 0; port < ports_.size(); ++port)
        if (port != from && (ports_[port].mac || (ports_[port].atm && asks_behind(port, frame))))
            ++copies, enter(port, frame);
    if (copies == 0) return lose(Drop::NoRoute, frame);
    stats_.copies += copies - 1;
}

bool EtherSwitch::asks_behind(unsigned port, const Frame& frame) const {
    const auto asked = table_.find(mac_address(frame.packet.destination));
    return frame.is_arp() && asked != table_.end() && asked->second.port == port;
}

void EtherSwitch::enter(unsigned port, const Frame& frame) {
    Port& p = ports_[port];
    if (p.queue.size() >= config_.queue_frames) {
        ++p.stats.queue_full;
        return lose(Drop::SwitchQueue, frame);
    }
    p.queue.push_back(frame);
    p.stats.most = std::max(p.stats.most, p.queue.size());
    step(FrameStep::Queued, port, frame);
    if (p.queue.size() == 1) step(FrameStep::First, port, frame);
    if (p.mac)
        p.mac->request();
    else
        send_cells(port);
}

void EtherSwitch::send_cells(unsigned port) {
    Port& p = ports_[port];
    while (!p.queue.empty() && p.atm->card.offer(p.queue.front().packet)) {
        ++p.stats.frames_out, p.queue.pop_front();
        if (!p.queue.empty()) step(FrameStep::First, port, p.queue.front());
    }
}

std::size_t EtherSwitch::under_way() const {
    std::size_t frames = inside_.size();
    for (const Port& p : ports_) frames += p.queue.size();
    return frames;
}

}  // namespace niclab::net
