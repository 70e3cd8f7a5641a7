#include "ethernet_trial.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "base/count_of.h"
#include "trial_frames.h"

namespace niclab::linux_kernel {

std::vector<Trial::Part> EthernetTrial::parts() {
    std::vector<Part> all = {{"probe", [this] { return probe(); }, true},
                             {"open", [this] { return open(); }, true},
                             {"frames both ways", [this] { return frames(); }},
                             {"multicast", [this] { return multicast(); }},
                             {"promiscuous", [this] { return promiscuous(); }},
                             {"ring overrun", [this] { return ring_overrun(); }},
                             {"overrun while sending", [this] { return overrun_while_sending(); }},
                             {"damaged frames", [this] { return bad_frames(); }},
                             {"close in traffic", [this] { return close_in_traffic(); }},
                             {"transmit timeout", [this] { return transmit_timeout(); }},
                             {"statistics", [this] { return statistics(); }},
                             {"large counters", [this] { return large_counters(); }},
                             {"ethtool", [this] { return ethtool(); }},
                             {"MTU", [this] { return mtu(); }},
                             {"VLAN", [this] { return vlan(); }},
                             {"station address", [this] { return station_address(); }},
                             {"suspend and resume", [this] { return suspend(); }}};
    if (config_.kind.shows_ring) all.push_back({"overrun in the handler", [this] { return overrun_in_handler(); }});
    if (config_.kind.tells_link) all.push_back({"cable pulled", [this] { return cable_pulled(); }});
    if (config_.kind.pulled_unseen) all.push_back({"cable pulled", [this] { return cable_pulled_unseen(); }});
    all.push_back({"modes of the card", [this] { return modes(); }});
    all.push_back({"unload", [this] { return unload(); }, true});
    return all;
}

TwoStations::Config EthernetTrial::bench_of(const Config& config) {
    TwoStations::Config bench = config.bench;
    if (std::holds_alternative<std::monostate>(bench.make)) bench.make = config.kind.make;
    const auto& usual = config.kind.parameters;  // a later value counts
    bench.parameters.insert(bench.parameters.begin(), usual.begin(), usual.end());
    bench.jiffy_us = config.kind.jiffy_us;
    bench.frame_us = config.kind.frame_us;
    if (config.kind.gigabit) bench.mbps = 1000;
    return bench;
}

net_device_stats EthernetTrial::stats(Machine& machine) {
    if (config_.kind.counts) {
        machine.post([&machine] { machine.ethernet.stats(); });
        bench_.finish();
    }
    return machine.ethernet.device()->stats;
}

/// A driver may leave a frame in its ring until the next one arrives.
bool EthernetTrial::goes_on() {
    const net_device* device = bench_.client.ethernet.device();
    if (!device || !device->running) return false;
    both_ways();
    for (Machine* machine : bench_.machines()) machine->ethernet.received.clear();
    return true;
}

std::string EthernetTrial::trouble() const {
    std::string difference = mismatch_.empty() ? "" : "; " + mismatch_;
    for (const Machine* machine : bench_.machines())
        if (const net_device* device = machine->ethernet.device(); device && device->running && device->no_carrier)
            return "; the driver sees no link" + difference;
    for (const Station* node : {&bench_.client_node, &bench_.server_node})
        if (const std::string mishap = node->card->mishap(); !mishap.empty()) return "; " + mishap + difference;
    return difference;
}

Trial::Step EthernetTrial::probe() {
    bench_.load();
    Step step;
    step.passed = bench_.client.ethernet.device() && bench_.server.ethernet.device();
    step.result = fmt::format("{} + {} reads, {} + {} writes; the client's: {}", bench_.client.accesses.reads(),
                              bench_.server.accesses.reads(), bench_.client.accesses.writes(),
                              bench_.server.accesses.writes(), bench_.client.accesses.by_register());
    if (!step.passed) step.result = without_interface("network device", "register_netdev()") + step.result;
    return step;
}

Trial::Step EthernetTrial::open() {
    std::array<int, 2> results{};
    for (std::size_t n = 0; n < results.size(); ++n)
        bench_.machines()[n]->post([&, n] { results[n] = bench_.machines()[n]->ethernet.open(); });
    bench_.finish();
    for (const int result : results)
        if (result != 0) return {"", fmt::format("ndo_open() returned {}", result), false, true};
    bench_.pass(config_.kind.medium_us);
    const std::size_t there = taken(bench_.client, bench_.server, kBroadcast),
                      back = taken(bench_.server, bench_.client, kBroadcast);
    Step step;
    step.passed = there == 5 && back == 5;
    step.ends = there + back == 0;
    step.result = fmt::format("{} + {} of 5 broadcasts each way", there, back);
    if (step.ends) step.result += ", so the steps with frames are left out" + on_cable();
    return step;
}

/// The tester has no cable of full duplex.
std::string EthernetTrial::on_cable() {
    if (config_.kind.gigabit) return "";
    base::RandomStream random(config_.seed, "ethernet_trial_cable");
    const std::vector<Frame> frames = frames_to(kBroadcast, bench_.client.ethernet.address(), 5, kLongest, random);
    std::string failure;
    connect_tester(true);
    bench_.tester.forget();
    try {
        send_all(bench_.client, frames);
        bench_.finish();
        settle();
    } catch (const std::exception& e) {
        failure = std::string("; then ") + e.what();
    }
    const std::size_t seen = bench_.tester.seen().size();
    const std::string difference = first_difference(frames, bench_.tester.seen(), "the first wrong frame on the cable");
    connect_tester(false);
    return fmt::format("; {} of 5 more frames of the client are on the cable{}{}{}", seen,
                       difference.empty() ? "" : "; ", difference, failure);
}

/// While frames are sent and received, a program reads the counters. With one CPU nothing happens
/// during that.
void EthernetTrial::read_counters() {
    constexpr unsigned kTimes = 20;
    constexpr double kPauseUs = 500;
    for (Machine* machine : bench_.machines())
        if (machine->interleaves() && config_.kind.counts)
            machine->post([machine] {
                for (unsigned n = 0; n < kTimes; ++n) {
                    machine->ethernet.stats();
                    machine->cpu().delay(kPauseUs);
                }
            });
}

/// Both directions of 1000 Mb/s are more than PCI carries, and a packet buffer fills slowly: such
/// cards send in blocks, after which it is empty.
void EthernetTrial::send_both_ways(const std::vector<Frame>& there, const std::vector<Frame>& back) {
    bench_.client.ethernet.received.clear(), bench_.server.ethernet.received.clear();
    const std::size_t block = config_.kind.gigabit ? 500 : there.size();
    for (std::size_t first = 0; first < there.size(); first += block) {
        const std::size_t end = std::min(first + block, there.size());
        send_some(bench_.client, there, first, end), send_some(bench_.server, back, first, end);
        if (first == 0) read_counters();
        bench_.finish(double(end - first) * 5000 + 1e5);
        settle();
    }
}

Trial::Step EthernetTrial::frames() {
    base::RandomStream random(config_.seed, "ethernet_trial");
    const auto there = random_frames(config_.frames, bench_.client, bench_.server, random);
    const auto back = random_frames(config_.frames, bench_.server, bench_.client, random);
    const net_device_stats c0 = stats(bench_.client), s0 = stats(bench_.server);
    const unsigned late_before = late_;
    send_both_ways(there, back);
    const std::size_t bad = compared(there, bench_.server) + compared(back, bench_.client);
    const std::size_t received = bench_.server.ethernet.received.size() + bench_.client.ethernet.received.size();
    const net_device_stats c = stats(bench_.client), s = stats(bench_.server);
    // If two stations saturate a cable, a frame occasionally has 16 collisions in a row; its driver
    // reports that, and nothing else is lost.
    const std::size_t given_up =
        c.tx_aborted_errors - c0.tx_aborted_errors + s.tx_aborted_errors - s0.tx_aborted_errors;
    const unsigned long collisions = c.collisions - c0.collisions + s.collisions - s0.collisions;
    Step step;
    step.passed = bad == 0 && received + given_up == there.size() + back.size() &&
                  (collisions > 0 || config_.frames < 10 || config_.kind.gigabit);
    step.result = fmt::format(
        "{} + {} sent, {} received, {} given up after 16 collisions, {} wrong; {} collisions reported, {} + {} "
        "interrupts",
        there.size(), back.size(), received, given_up, bad, collisions, bench_.client.interrupts.count(),
        bench_.server.interrupts.count());
    const auto lost = config_.kind.overruns;
    if (const unsigned long overruns = c.*lost - c0.*lost + s.*lost - s0.*lost)
        step.result += "; " + base::count_of(overruns, "overrun") + " reported";
    if (const unsigned late = late_ - late_before)
        step.result += "; " + base::count_of(late, "frame") + " delivered with the next one only";
    return step;
}

void EthernetTrial::listen(Machine& machine, const std::vector<Address>& groups, bool promiscuous) {
    machine.post([&machine, groups, promiscuous] { machine.ethernet.listen(groups, promiscuous); });
    bench_.finish();
}

/// More groups than a card has exact filters for, so that it needs its table of hashes, too. With
/// all groups on, others arrive.
std::array<std::size_t, 2> EthernetTrial::many_groups() {
    Machine &client = bench_.client, &server = bench_.server;
    base::RandomStream random(config_.seed, "ethernet_trial_groups");
    std::vector<Address> groups;
    std::array<std::vector<Frame>, 2> frames;
    for (unsigned i = 0; i < 2 * kManyGroups; ++i) {
        Address group = kGroup;
        for (std::size_t at = 3; at < group.size(); ++at)
            group[at] = static_cast<std::uint8_t>(random.uniform(at == 3 ? 1 : 0, at == 3 ? 0x7F : 0xFF));
        if (i < kManyGroups) groups.push_back(group);
        frames[i / kManyGroups].push_back(frame_to(group, client.ethernet.address(), kShortest, random));
    }
    std::array<std::size_t, 2> received{};
    listen(server, groups, false);
    received[0] = arrived(client, server, frames[0]);
    server.post([&server] { server.ethernet.listen({}, false, true); });
    bench_.finish();
    received[1] = arrived(client, server, frames[1]);
    listen(server, {}, false);
    return received;
}

std::size_t EthernetTrial::taken(Machine& sender, Machine& receiver, const Address& to, std::size_t frames) {
    base::RandomStream random(config_.seed, "ethernet_trial_addresses");
    std::vector<Frame> all;
    for (std::size_t i = 0; i < frames; ++i)
        all.push_back(frame_to(to, sender.ethernet.address(), kShortest + 40 * i, random));
    return arrived(sender, receiver, all);
}

std::size_t EthernetTrial::compared(const std::vector<Frame>& sent, const Machine& receiver) {
    if (mismatch_.empty()) mismatch_ = first_difference(sent, receiver.ethernet.received);
    return wrong(sent, receiver.ethernet.received);
}

std::size_t EthernetTrial::arrived(Machine& sender, Machine& receiver, const std::vector<Frame>& frames) {
    receiver.ethernet.received.clear();
    send_all(sender, frames);
    bench_.finish();
    settle();
    return compared(frames, receiver) == 0 ? receiver.ethernet.received.size() : 0;
}

Trial::Step EthernetTrial::multicast() {
    Machine &client = bench_.client, &server = bench_.server;
    const std::size_t before = taken(client, server, kGroup);
    listen(server, {kGroup}, false);
    const std::size_t joined = taken(client, server, kGroup), other = taken(client, server, kOtherGroup);
    listen(server, {}, false);
    const auto [many, all] = many_groups();
    const std::size_t left = taken(client, server, kGroup);
    Step step;
    step.passed = before == 0 && joined == 5 && other == (config_.kind.all_groups ? 5 : 0) && left == 0 &&
                  many == kManyGroups && all == kManyGroups;
    step.result = fmt::format(
        "of 5 frames to a group: {} before it was joined, {} then, {} of another group, {} after it was left; {} of {} "
        "groups at a time, {} of {} with all groups on",
        before, joined, other, left, many, kManyGroups, all, kManyGroups);
    return step;
}

Trial::Step EthernetTrial::promiscuous() {
    Machine &client = bench_.client, &server = bench_.server;
    const std::size_t before = taken(client, server, kStranger);
    listen(server, {}, true);
    const std::size_t all = taken(client, server, kStranger), groups = taken(client, server, kOtherGroup);
    listen(server, {}, false);
    const std::size_t after = taken(client, server, kStranger);
    Step step;
    step.passed = before == 0 && all == 5 && groups == 5 && after == 0;
    step.result = fmt::format("of 5 frames to another station: {} before, {} then ({} to a group), {} after", before,
                              all, groups, after);
    return step;
}

/// Masks interrupts of `receiver` while `sender` sends. Two CPUs take more time for each frame: then
/// the mask remains until the last one.
void EthernetTrial::make_deaf(Machine& receiver, const Machine& sender) {
    constexpr unsigned kMostTimes = 8;
    receiver.be_deaf([&] {
        receiver.cpu().delay(config_.kind.deaf_us);
        for (unsigned n = 1; n < kMostTimes && receiver.interleaves() && sender.ethernet.waiting() > 0; ++n)
            receiver.cpu().delay(config_.kind.deaf_us);
    });
}

/// The server's CPU masks interrupts, while more frames arrive than its ring holds.
Trial::Step EthernetTrial::ring_overrun() {
    Machine &client = bench_.client, &server = bench_.server;
    base::RandomStream random(config_.seed, "ethernet_trial_overrun");
    const std::vector<Frame> all =
        frames_to(server.ethernet.address(), client.ethernet.address(), config_.kind.deaf_frames, kLongest, random);
    while (bench_.server_node.card->ring_unguarded()) taken(client, server, server.ethernet.address(), 1);
    const unsigned long before = stats(server).*config_.kind.overruns;
    server.ethernet.received.clear();
    server.post([&] { make_deaf(server, client); });
    send_all(client, all);
    bench_.finish();
    settle();
    const std::size_t kept = server.ethernet.received.size(), bad = compared(all, server);
    const unsigned long overruns = stats(server).*config_.kind.overruns - before;
    const std::size_t there = taken(client, server, server.ethernet.address()),
                      back = taken(server, client, client.ethernet.address());
    Step step;
    step.passed =
        bad == 0 && kept >= config_.kind.ring_frames && kept < all.size() && overruns > 0 && there == 5 && back == 5;
    step.result = fmt::format("{} reported, {} of {} frames kept, {} wrong; {} + {} of 5 frames afterwards",
                              base::count_of(overruns, "overrun"), kept, all.size(), bad, there, back);
    return step;
}

Trial::Step EthernetTrial::unload() {
    for (Machine* machine : bench_.machines()) machine->post([machine] { machine->unload(); });
    bench_.finish();
    bench_.pass(200);
    Step step;
    const std::size_t left = bench_.client.packet_buffers() + bench_.server.packet_buffers();
    const std::size_t blocks = bench_.client.heap.blocks() + bench_.server.heap.blocks();
    const bool gone = !bench_.client.ethernet.device() && !bench_.server.ethernet.device();
    step.passed = gone && left == 0 && blocks == 0;
    step.result = fmt::format("{} packet buffers and {} blocks not given back", left, blocks);
    return step;
}

}  // namespace niclab::linux_kernel
