#include "pcie/switch.h"

#include <cstring>

#include "pcie/config_access.h"

namespace niclab::pcie {

using base::call;

namespace {

Identity port_identity(DeviceType type, const LanesConfig& lanes, unsigned mps) {
    Identity id;
    id.type = type;
    id.vendor = 0x10B5, id.device = 0x8747;  // Of a switch of PLX; nothing depends on them.
    id.class_code = 0x060400;
    id.lanes = lanes;
    id.mps = mps;
    return id;
}

unsigned bus_of(const Tlp& config) { return unsigned(config.address >> 24); }
unsigned device_of(const Tlp& config) { return unsigned(config.address >> 19) & 0x1F; }
unsigned class_index(const Tlp& tlp) { return static_cast<unsigned>(flow_class(tlp)); }

}  // namespace

Switch::Switch(base::EventQueue& event_queue, const SwitchConfig& config, LinkEnd& up, Payloads& payloads,
               const LanesConfig& lanes, unsigned mps)
    : event_queue_(event_queue), config_(config), payloads_(payloads), lanes_(lanes), mps_(mps) {
    ports_.emplace_back(*this, 0u, up, port_identity(DeviceType::UpstreamPort, lanes, mps));
}

LinkUser& Switch::add(LinkEnd& down) {
    ports_.emplace_back(*this, unsigned(ports_.size()), down, port_identity(DeviceType::DownstreamPort, lanes_, mps_));
    return ports_.back();
}

std::size_t Switch::waiting_up() const {
    std::size_t n = 0;
    for (const FlowClass flow : {FlowClass::Posted, FlowClass::NonPosted, FlowClass::Completion})
        n += ports_.front().end.waiting(flow);
    return n;
}

unsigned Switch::port_of_bus(unsigned bus) const {
    for (const Port& p : ports_)
        if (p.number > 0 && p.space.secondary() != 0 && bus >= p.space.secondary() && bus <= p.space.subordinate())
            return p.number;
    return kNone;
}

unsigned Switch::port_of_address(std::uint64_t address, bool is_io) const {
    for (const Port& p : ports_)
        if (p.number > 0 && p.space.forwards(address, is_io)) return p.number;
    return kNone;
}

/// The port to which a TLP goes; kOwn: it configures a port of this switch.
unsigned Switch::port_of(const Tlp& tlp, unsigned from) const {
    const unsigned otherwise = from == 0 ? kNone : 0;
    unsigned found = kNone;
    switch (tlp.type) {
        case TlpType::Message:
            return otherwise;
        case TlpType::ConfigRead:
        case TlpType::ConfigWrite:
            if (from != 0) return kNone;
            if (!tlp.type1) return kOwn;
            if (bus_of(tlp) == ports_.front().space.secondary())
                return device_of(tlp) + 1 < ports_.size() ? kOwn : kNone;
            found = port_of_bus(bus_of(tlp));
            // A link has one device.
            return found != kNone && bus_of(tlp) == ports_[found].space.secondary() && device_of(tlp) != 0 ? kNone
                                                                                                           : found;
        case TlpType::Completion:
            found = port_of_bus(tlp.requester >> 8);
            break;
        default:
            found = port_of_address(tlp.address, tlp.type == TlpType::IoRead || tlp.type == TlpType::IoWrite);
    }
    return found == kNone || found == from ? otherwise : found;
}

void Switch::receive(const Tlp& tlp, unsigned from) {
    const unsigned to = port_of(tlp, from);
    if (to == kOwn) {
        const unsigned own = tlp.type1 ? device_of(tlp) + 1 : 0;
        return event_queue_.after(config_.config_time, call<&Switch::configure>(this, moving_.put({tlp, from, own})));
    }
    if (to == kNone) {
        ++stats_.unsupported;
        if (flow_class(tlp) == FlowClass::NonPosted) answer(tlp, nullptr, kUnsupportedRequest, from);
        return ports_[from].end.release(tlp);
    }
    ++(from == 0 ? stats_.down : to == 0 ? stats_.up : stats_.between);
    event_queue_.after(config_.latency, call<&Switch::forward>(this, moving_.put({tlp, from, to})));
}

void Switch::forward(std::uint64_t place) {
    Moving m = moving_.take(place);
    Port& port = ports_[m.to];
    if (is_config(m.tlp.type) && bus_of(m.tlp) == port.space.secondary()) m.tlp.type1 = false;
    if (m.tlp.type == TlpType::Message)
        m.tlp.code = std::uint8_t((m.tlp.code & ~3u) | ((m.tlp.code + m.from - 1) & 3u));
    m.tlp.at(m.tlp.type == TlpType::Completion ? Stamp::SwitchedBack : Stamp::Switched) = event_queue_.now();
    port.from[class_index(m.tlp)].push_back(m.from);
    payloads_.retain(m.tlp.payload);  // Until its place in the receive buffer is released.
    port.end.submit(m.tlp);
}

void Switch::configure(std::uint64_t place) {
    const Moving m = moving_.take(place);
    const auto data = access_config(ports_[m.to].space, m.tlp, payloads_.at(m.tlp.payload));
    answer(m.tlp, data.data(), 0, m.from);
    ports_[m.from].end.release(m.tlp);
}

void Switch::answer(const Tlp& request, const std::uint8_t* data, std::uint8_t status, unsigned from) {
    Tlp completion = request;
    completion.type = TlpType::Completion;
    completion.status = status;
    completion.last = true;
    completion.payload = 0;
    completion.completer = std::uint16_t(ports_.front().space.secondary() << 8);
    completion.remaining = request.type == TlpType::MemoryRead ? request.octets : kDwordOctets;
    if (request.type != TlpType::MemoryRead) completion.address = 0;
    completion.octets = status == 0 && request.type == TlpType::ConfigRead ? kDwordOctets : 0;
    if (completion.octets > 0) {
        completion.payload = payloads_.take();
        std::memcpy(payloads_.at(completion.payload), data, kDwordOctets);
    }
    completion.at(Stamp::Picked) = event_queue_.now();
    ports_[from].from[class_index(completion)].push_back(kOwn);
    ports_[from].end.submit(completion);
}

void Switch::sent(const Tlp& tlp, Port& port) {
    base::Ring<unsigned>& from = port.from[class_index(tlp)];
    const unsigned ingress = from.front();
    from.pop_front();
    if (ingress != kOwn) ports_[ingress].end.release(tlp);
}

}  // namespace niclab::pcie
