#include "atm_hardware.h"

#include <fmt/format.h>

#include "base/count_of.h"
#include "lab/experiment/catalog.h"
#include "probe/capture/pcapng.h"

namespace niclab::vm {

namespace {

lab::Experiment experiment_of(const AtmHardware::Config& config) {
    lab::Overrides overrides;
    overrides.seed = static_cast<std::int64_t>(config.seed);
    lab::Experiment e = lab::read_experiment(lab::find_file(lab::Kind::Experiment, "stream", "."), overrides);
    lab::HostConfig& client = e.host("client");
    client.foreign_driver = true;
    client.host.memory_octets = config.memory_octets;
    return e;
}

}  // namespace

AtmHardware::AtmHardware(const Config& config)
    : experiment_(experiment_of(config)),
      bench_(experiment_),
      node_(bench_.node("client")),
      checkers_(bench_, true, ""),
      bus_({node_.host.bridge, experiment_.host("client").host.profile, node_.pci_clock, node_.pci,
            checkers_.watch(node_)}),
      peer_("peer", bench_.node("server").host.driver()) {
    peer_.on_packet = [this](const LinePacket& packet) {
        if (on_packet) on_packet(packet);
    };
    bench_.skip_null_cells();
    lab::SignalGroupSet groups;
    if (config.waves) groups.insert(bench_.signal_group_of(&node_.pci));
    bench_.look_at(groups);
}

std::map<std::string, lab::Check> AtmHardware::checks() const {
    std::map<std::string, lab::Check> all;
    checkers_.report(all);
    return all;
}

std::uint64_t AtmHardware::violations() const {
    std::uint64_t sum = 0;
    for (const auto& [name, check] : checks()) sum += check.violations_seen;
    return sum;
}

std::vector<std::string> AtmHardware::violation_sentences() const {
    std::vector<std::string> sentences;
    for (const auto& [name, check] : checks())
        for (const lab::Violation& v : check.violations)
            sentences.push_back(fmt::format("{} at {}: {}", v.rule, v.where, v.what));
    return sentences;
}

std::string AtmHardware::line_rows() const {
    const AtmPeer::Stats& stats = peer_.stats();
    const Answers::Stats& answers = peer_.answers().stats();
    const lab::End& guest = *bench_.ends_of(node_).front();
    return fmt::format(
        "line        VPI {}, VCI {}: from the guest {} in {}: {} answered, {} of TCP, {} "
        "others; {} damaged\n            to the guest {}\n",
        AtmPeer::kVpi, AtmPeer::kVci, base::count_of(stats.received, "packet"),
        base::count_of(guest.card().units_sent(), "cell"), base::count_of(answers.echo_replies, "ping request"),
        answers.tcp_segments, stats.unanswered, stats.damaged, base::count_of(stats.sent, "packet"));
}

std::uint16_t AtmHardware::capture_type() const { return probe::Pcapng::kLlc; }

/// From the first cell of a packet to its last, in both directions.
void AtmHardware::observe(Spans& spans) {
    node_.nic().atm_tx.started.listen(
        [&spans, begins = true](core::Femtoseconds at, const atm::Cell& cell, const core::Femtoseconds&) mutable {
            const atm::Header header = cell.header();
            if (header.is_null()) return;
            if (begins) spans.on_begin(at, false);
            begins = (header.pti & 1) != 0;
            if (begins) spans.on_end(at);
        });
    node_.nic().atm_rx.received.listen(
        [&spans](core::Femtoseconds at, const atm::Cell& cell, const core::Femtoseconds&) {
            const atm::Header header = cell.header();
            if (!header.is_null() && (header.pti & 1) != 0) spans.on_received(at);
        });
}

}  // namespace niclab::vm
