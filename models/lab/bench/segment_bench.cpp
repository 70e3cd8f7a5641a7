#include "lab/bench/segment_bench.h"

#include <algorithm>
#include <functional>

#include "base/random.h"

namespace niclab::lab {

namespace {

/// Oscillators of stations are independent: each has a random phase within a bit.
core::Femtoseconds phase_of(const SegmentExperiment& e, const std::string& name, core::Femtoseconds bit) {
    base::RandomStream random(e.common.seed, "phase." + name);
    return core::Femtoseconds(random.uniform(1, std::int64_t(bit)));
}

medium::Cabling::Config cabling_of(const SegmentExperiment& e) {
    medium::Cabling::Config c{{e.ns_per_m, true}};
    if (e.kind == SegmentExperiment::Kind::Repeater) c.repeater_phase = phase_of(e, "repeater", medium::Hub::kBit);
    return c;
}

}  // namespace

EventQueueRunner::EventQueueRunner(sc_core::sc_module_name name, base::EventQueue& event_queue)
    : sc_module(name), event_queue_(event_queue) {}

void EventQueueRunner::look() {
    due_.cancel();
    if (event_queue_.next() != base::kNever) due_.at(std::max(event_queue_.next(), core::now_fs()));
}

void EventQueueRunner::run() {
    event_queue_.run(core::now_fs());
    look();
}

/// A host's MAC with all parts between it and the cable.
struct SegmentBench::Node : sc_core::sc_module, medium::Attachment {
    Node(sc_core::sc_module_name name, const SegmentExperiment& e, std::size_t host, medium::Segment& cable,
         SegmentListener& listened)
        : sc_module(name),
          Attachment(cable, e.kind == SegmentExperiment::Kind::Coax ? e.hosts[host].at_m : 0, e.hosts[host].bit,
                     phase_of(e, e.hosts[host].name, e.hosts[host].bit), e.hosts[host].transceiver),
          number(host),
          listener(listened),
          most_octets(e.hosts[host].rules.max_octets),
          mac("mac", txc, rxc, station, station, {e.hosts[host].rules, 1, e.common.seed}) {
        mac.pins.bind(wires);
        station.request = [this] { mac.request(); };
        mac.transmitter.event.listen([this](core::Femtoseconds at, const ether::TransmitEvent& event) {
            this->listener.steps(number, at, event);
        });
        SC_HAS_PROCESS(Node);
        SC_METHOD(on_txen);
        sensitive << wires.txen;
        dont_initialize();
        SC_METHOD(on_crs);
        sensitive << wires.crs;
        dont_initialize();
    }
    void on_txen() { listener.sends(number, core::now_fs(), wires.txen.read()); }
    void on_crs() { listener.senses(number, core::now_fs(), wires.crs.read()); }

    std::size_t number;
    SegmentListener& listener;
    SegmentStation station;
    const unsigned most_octets;
    ether::Mac mac;
};

SegmentBench::SegmentBench(sc_core::sc_module_name name, const SegmentExperiment& e, SegmentListener& listener,
                           bool whole)
    : sc_module(name), runner_("programs", event_queue), cabling_(cabling_of(e)) {
    for (std::size_t h = 0; h < e.hosts.size(); ++h) {
        const SegmentHost& host = e.hosts[h];
        medium::Segment& cable = cabling_.cable("cable" + std::to_string(h), host.at_m);
        nodes_.push_back(std::make_unique<Node>(host.name.c_str(), e, h, cable, listener));
    }
    for (const auto& node : nodes_)
        if (whole) cabling_.frames.add({&node->mac, &node->transceiver, nullptr});
}

SegmentBench::~SegmentBench() = default;

std::vector<SingleMac> SegmentBench::macs() {
    std::vector<SingleMac> all;
    for (const auto& node : nodes_)
        all.push_back({node->basename(), node->txc, node->rxc, node->wires, 1, false, node->most_octets});
    return all;
}

void SegmentBench::follow(const std::vector<ether::SymbolWatch*>& watches) {
    for (std::size_t k = 0; k < cabling_.frames.stations(); ++k) cabling_.frames.set_watch(k, watches[k]);
}

bool SegmentBench::set_signal_level(bool on) {
    if (on) return cabling_.frames.enter_signal_level();
    cabling_.frames.set_signal_level(false);
    return true;
}

SegmentStation& SegmentBench::station(std::size_t host) { return nodes_[host]->station; }

const ether::TransmitMachine::Stats& SegmentBench::sent(std::size_t host) const {
    return nodes_[host]->mac.transmitter.stats();
}
const ether::ReceiveMachine::Stats& SegmentBench::heard(std::size_t host) const {
    return nodes_[host]->mac.receiver.stats();
}

}  // namespace niclab::lab
