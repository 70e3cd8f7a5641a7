#include "two_stations.h"

#include <algorithm>

#include "cable_rate.h"

namespace niclab::linux_kernel {

namespace {

Station::Config station(const TwoStations::Config& config, bool server) {
    Station::Config c;
    c.machine.module = config.module;
    c.machine.parameters = config.parameters;
    c.machine.jiffy_us = config.jiffy_us;
    c.machine.frame_us = config.frame_us;
    c.machine.debug = config.debug;
    c.machine.cpus = config.cpus, c.machine.seed = config.seed;
    if (!server) c.machine.fail_nth = config.fail_nth;
    c.make = config.make;
    c.machine.eisa = std::holds_alternative<MakeEisaCard>(config.make);
    c.machine.express = std::holds_alternative<MakePcieCard>(config.make);
    c.seed = config.seed;
    c.number = server ? 2 : 1;
    c.at_m = server ? config.cable_m : 0;
    c.mbps = config.mbps;
    c.phase_fs = phase_of(c.mbps, server);
    return c;
}

/// Other stations find no time to send in a gap of 48 bits, as a repeater may make it of one of 96.
Tester::Config tester_of(const TwoStations::Config& config) {
    Tester::Config c;
    c.at_m = config.cable_m / 2;
    c.clock_fs = clock_of(config.mbps), c.phase_fs = clock_of(config.mbps) * 61 / 100;
    c.transceiver = transceiver_of(config.mbps);
    c.mac.width = width_of(config.mbps), c.mac.seed = config.seed;
    c.mac.rules.full_duplex = is_full_duplex(config.mbps);
    c.mac.rules.gap_part1_bits = 32, c.mac.rules.gap_part2_bits = 16;
    return c;
}

Backplane::Config backplane_of(const std::string& machine, const Station::Config& config) {
    Backplane::Config c;
    c.machine = machine;
    c.slot = config.machine.slot;
    c.seed = config.seed;
    return c;
}

}  // namespace

Station::Station(sc_core::sc_module_name name, medium::Segment& segment, const Config& config)
    : sc_module(name),
      Attachment(segment, config.at_m, clock_of(config.mbps), config.phase_fs, transceiver_of(config.mbps)),
      backplane(Backplane::of(config.make, backplane_of(std::string(basename()), config))),
      card(backplane->insert(config.make, txc, rxc, {config.number, config.seed, config.mbps}, report)),
      machine("linux", backplane->port(), config.machine),
      mac_watch("mac_watch", txc, rxc, wires, csma_of(basename(), config.mbps), report) {
    card->mac().pins.bind(wires);
}

TwoStations::TwoStations(const Config& config)
    : MachinePair(config.interrupted),
      segment("segment", cable_of(config.mbps)),
      client_node("client", segment, station(config, false)),
      server_node("server", segment, station(config, true)),
      tester("tester", segment, tester_of(config)),
      frames_(config.mbps) {
    machines_ = {&client, &server};
    if (!config.signal_level) enter_transaction_level(is_full_duplex(config.mbps));
}

void TwoStations::enter_transaction_level(bool full_duplex) {
    frames_.add_cable(segment);
    for (Station* node : {&client_node, &server_node}) {
        node->backplane->enter_transaction_level();
        frames_.add({&node->card->mac(), &node->transceiver, &node->mac_watch, full_duplex, true});
    }
    frames_.add({&tester.mac(), &tester.transceiver, nullptr, full_duplex});
}

void TwoStations::load() {
    for (Machine* machine : machines_) machine->post([machine] { machine->load(); });
    constexpr double kLimitUs = 2e6;  // An EEPROM is read bit by bit.
    finish(kLimitUs);
}

void TwoStations::expect_damage(bool expected) {
    if (expected)
        damage_.push_back({core::now_fs(), ~core::Femtoseconds{0}});
    else
        damage_.back().end = core::now_fs();
}

bool TwoStations::damage_expected_at(core::Femtoseconds at) const {
    return std::any_of(damage_.begin(), damage_.end(), [at](const Span& s) { return at >= s.begin && at < s.end; });
}

std::vector<std::string> TwoStations::violations() const {
    std::vector<std::string> sentences;
    for (const Station* node : {&client_node, &server_node})
        for (const check::Violation& v : node->report.violations()) {
            if (damage_expected_at(v.at) && v.concerns(std::string(node->basename()) + ".mac")) continue;
            sentences.push_back(std::string(v.rule->id) + " at " + v.where + ": " + v.seen);
        }
    return sentences;
}

}  // namespace niclab::linux_kernel
