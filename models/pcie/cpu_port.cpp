#include "pcie/cpu_port.h"

#include <algorithm>
#include <cstring>

namespace niclab::pcie {

using base::call;

namespace {
bool is_posted(TlpType type) { return type == TlpType::MemoryWrite; }
}  // namespace

CpuPort::CpuPort(base::EventQueue& event_queue, const CpuPortConfig& config, const Identity& port, LinkEnd& end,
                 RootComplex& root, Payloads& payloads)
    : port_space(port),
      event_queue_(event_queue),
      config_(config),
      end_(end),
      payloads_(payloads),
      tags_(config.tags),
      outstanding_(config.tags) {
    root.follow(port_space);
    root.to_cpu = [this](const Tlp& tlp) { take(tlp); };
    root.left = [this](const Tlp& tlp) { left(tlp); };
}

std::uint64_t CpuPort::start(const Request& request) {
    on_the_way_.push_back({request, ++number_, event_queue_.now()});
    if (is_posted(request.type)) ++posted_;
    event_queue_.after(config_.to_port, call<&CpuPort::reach_port>(this));
    return number_;
}

void CpuPort::reach_port(std::uint64_t) {
    at_port_.push_back(on_the_way_.front());
    on_the_way_.pop_front();
    submit_waiting();
}

/// In their order, as long as there are tags.
void CpuPort::submit_waiting() {
    while (!at_port_.empty()) {
        const Waiting& w = at_port_.front();
        const Request& r = w.request;
        if ((is_config(r.type) && configure_port(w)) || (!is_config(r.type) && !forward(w))) {
            at_port_.pop_front();
            continue;
        }
        if (!is_posted(r.type) && !tags_.is_free()) return;
        Tlp tlp;
        tlp.type = r.type;
        tlp.address = r.address;
        tlp.octets = r.octets;
        tlp.type1 = is_config(r.type) && (r.address >> 24) != port_space.secondary();
        tlp.at(Stamp::Asked) = w.asked;
        tlp.at(Stamp::Tagged) = event_queue_.now();
        if (!is_posted(r.type)) {
            tlp.tag = tags_.take();
            outstanding_[tlp.tag] = {w.number, r.octets, 0, {}};
        }
        if (has_data(tlp)) {
            tlp.payload = payloads_.take();
            std::memcpy(payloads_.at(tlp.payload), r.data.data(), r.octets);
        }
        at_port_.pop_front();
        end_.submit(tlp);
    }
}

/// Bus 0, and buses that are not after the port. False: the request needs the link.
bool CpuPort::configure_port(const Waiting& w) {
    const Request& r = w.request;
    const auto bus = unsigned(r.address >> 24), device = unsigned(r.address >> 16) & 0xFF;
    // The link has one device.
    const bool is_there = bus != port_space.secondary() || (device & 0xF8) == 0;
    if (is_there && bus != 0 && bus >= port_space.secondary() && bus <= port_space.subordinate()) return false;
    Answer a{w.number, bus == 0 && device == 0, {}};
    a.data.fill(0xFF);
    const auto offset = unsigned(r.address & 0xFFC), lane = unsigned(r.address & 3);
    if (a.good && r.type == TlpType::ConfigWrite) {
        std::uint32_t value = 0;
        for (unsigned k = 0; k < r.octets; ++k) value |= std::uint32_t{r.data[k]} << 8 * (lane + k);
        port_space.write(offset, value, byte_enables(r.address, r.octets).first);
    } else if (a.good) {
        for (unsigned k = 0; k < r.octets; ++k) a.data[k] = std::uint8_t(port_space.read(offset) >> 8 * (lane + k));
    }
    answer(a);
    return true;
}

/// False: no window of the port has the address.
bool CpuPort::forward(const Waiting& w) {
    const Request& r = w.request;
    if (port_space.forwards(r.address, r.type == TlpType::IoRead || r.type == TlpType::IoWrite)) return true;
    if (is_posted(r.type)) {
        --posted_;
        if (can_post_again) can_post_again();
        return false;
    }
    Answer a{w.number, false, {}};
    a.data.fill(0xFF);
    answer(a);
    return false;
}

void CpuPort::take(const Tlp& tlp) {
    if (tlp.type != TlpType::Completion) {
        if (interrupt) interrupt(tlp);
        return;
    }
    Outstanding& o = outstanding_[tlp.tag];
    if (tlp.status == 0 && tlp.octets > 0) {
        std::memcpy(o.data.data() + o.got, payloads_.at(tlp.payload), std::min(tlp.octets, o.octets - o.got));
        o.got += tlp.octets;
    }
    if (!tlp.last) return;
    Answer a{o.number, tlp.status == 0, o.data};
    if (!a.good) a.data.fill(0xFF);
    tags_.release(tlp.tag);
    answer(a);
    submit_waiting();
}

void CpuPort::reach_cpu(std::uint64_t) {
    const Answer a = answers_.front();
    answers_.pop_front();
    if (done) done({a.number, a.good, a.data.data()});
}

void CpuPort::left(const Tlp& tlp) {
    if (!is_posted(tlp.type)) return;
    --posted_;
    if (can_post_again) can_post_again();
}

}  // namespace niclab::pcie
