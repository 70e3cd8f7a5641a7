#include "lab/bench/segment_bench.h"

#include "base/random.h"

namespace niclab::lab {

namespace {

/// Oscillators of stations are independent: each has a random phase within a bit.
core::Femtoseconds phase_of(const SegmentExperiment& e, const std::string& name, core::Femtoseconds bit) {
    base::RandomStream random(e.common.seed, "phase." + name);
    return core::Femtoseconds(random.uniform(1, std::int64_t(bit)));
}

medium::Cabling::Config cabling_of(const SegmentExperiment& e) {
    medium::Cabling::Config c{{e.line.ns_per_m, true}};
    if (e.line.repeater) c.repeater_phase = phase_of(e, "repeater", medium::Hub::kBit);
    return c;
}

CableMac::Config mac_of(const SegmentExperiment& e, const SegmentHost& host) {
    CableMac::Config c;
    c.period = host.bit, c.phase = phase_of(e, host.name, host.bit), c.seed = e.common.seed;
    c.at_m = e.line.repeater ? 0 : host.at_m;
    c.rules = host.rules, c.transceiver = host.transceiver;
    return c;
}

}  // namespace

SegmentStation::SegmentStation(sc_core::sc_module_name name, core::KernelBridge& kernel_bridge, medium::Segment& cable,
                               const Config& config)
    : CableMac(name, kernel_bridge, cable, config) {
    SC_HAS_PROCESS(SegmentStation);
    SC_METHOD(on_txen);
    sensitive << wires.txen;
    dont_initialize();
    SC_METHOD(on_crs);
    sensitive << wires.crs;
    dont_initialize();
}

void SegmentStation::send(SegmentFrame frame) {
    offered(core::now_fs());
    queue_.push_back(std::move(frame));
    if (!held_) mac.request();
}

void SegmentStation::release() {
    held_ = false;
    if (!queue_.empty()) mac.request();
}

void SegmentStation::ended(const ether::TransmitStatus& status) {
    const SyncScope sync_scope(kernel_bridge_);
    const SegmentFrame frame = std::move(queue_.front());
    queue_.pop_front();
    left(frame, status);
}

void SegmentStation::ended(const ether::ReceiveStatus& status) {
    const SyncScope sync_scope(kernel_bridge_);
    received(coming_, status);
}

SegmentBench::SegmentBench(sc_core::sc_module_name name, const SegmentExperiment& e, bool whole)
    : sc_module(name), cabling(cabling_of(e)) {
    for (const SegmentHost& host : e.hosts) {
        medium::Segment& cable = cabling.cable("cable" + std::to_string(stations_.size()), host.at_m);
        stations_.push_back(std::make_unique<SegmentStation>(host.name.c_str(), kernel_bridge, cable, mac_of(e, host)));
    }
    for (const auto& station : stations_)
        if (whole) cabling.frames.add({&station->mac, &station->transceiver, nullptr});
    kernel_bridge.begin();
}

}  // namespace niclab::lab
