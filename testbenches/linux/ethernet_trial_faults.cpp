// Steps with faults: damaged frames, a close during traffic, a transmitter that hangs, and an overrun
// of a receiver while its card sends.
#include <fmt/format.h>

#include "base/count_of.h"
#include "ether/fcs.h"
#include "ethernet_trial.h"
#include "trial_frames.h"

namespace niclab::linux_kernel {

namespace {

constexpr unsigned kRounds = 3;

Frame with_fcs(Frame frame, bool good) {
    ether::Fcs fcs;
    fcs.add(frame.data(), frame.size());
    for (const std::uint8_t o : fcs.octets()) frame.push_back(std::uint8_t(good ? o : ~o));
    return frame;
}

unsigned long receive_errors(const net_device_stats& s) {
    return s.rx_errors + s.rx_length_errors + s.rx_over_errors + s.rx_crc_errors + s.rx_frame_errors +
           s.rx_fifo_errors + s.rx_dropped;
}

}  // namespace

net_device_stats EthernetTrial::queried(Machine& machine) {
    net_device_stats stats{};
    machine.post([&] { stats = machine.ethernet.stats(); });
    bench_.finish();
    return stats;
}

EthernetTrial::BothWays EthernetTrial::both_ways() {
    const std::size_t there = taken(bench_.client, bench_.server, bench_.server.ethernet.address());
    return {there, taken(bench_.server, bench_.client, bench_.client.ethernet.address())};
}

/// While no signal is on the cable.
void EthernetTrial::connect_tester(bool connected) {
    settle();
    bench_.tester.connect(connected);
}

void EthernetTrial::run_tester() {
    constexpr double kSliceUs = 100, kLimitUs = 3e5;
    for (double waited = 0; !bench_.tester.idle() && waited < kLimitUs; waited += kSliceUs) bench_.pass(kSliceUs);
    settle();
}

/// An intact frame follows each damaged one at once: it must arrive.
Trial::Step EthernetTrial::bad_frames() {
    constexpr std::size_t kGood = 100, kDamaged = 200, kRunt = 40, kGiant = 1600;
    struct Fault {
        const char* name;
        std::size_t octets;
        bool fcs;
        bool counted;  ///< A runt looks like the rest of a collision.
    };
    Machine& server = bench_.server;
    base::RandomStream random(config_.seed, "ethernet_trial_bad_frames");
    const auto frame = [&](std::size_t octets) {
        return frame_to(server.ethernet.address(), kStranger, octets, random);
    };
    Step step;
    step.passed = true;
    connect_tester(true), bench_.expect_damage(true);
    for (const Fault& fault : {Fault{"with a wrong FCS", kDamaged, false, true}, Fault{"too short", kRunt, true, false},
                               Fault{"too long", kGiant, true, true}}) {
        if (fault.octets == kGiant && config_.kind.takes_giants) continue;
        const net_device_stats before = queried(server);
        server.ethernet.received.clear();
        std::vector<Frame> good;
        for (unsigned i = 0; i < kRounds; ++i) {
            good.push_back(frame(kGood + i));
            bench_.tester.send(with_fcs(frame(fault.octets), fault.fcs));
            bench_.tester.send(with_fcs(good.back(), true));
            run_tester();
        }
        const std::size_t delivered = server.ethernet.received.size(), bad = compared(good, server);
        const net_device_stats after = queried(server);
        const unsigned long errors = receive_errors(after) - receive_errors(before),
                            in_all = after.rx_errors - before.rx_errors,  // once for each frame, if at all
            wrong_fcs = after.rx_crc_errors - before.rx_crc_errors;
        step.passed = step.passed && bad == 0 && delivered == kRounds && in_all <= kRounds &&
                      (!fault.counted || errors >= kRounds) && (fault.fcs || wrong_fcs >= kRounds);
        step.result +=
            fmt::format("{}{} frames {}: {} delivered, {} reported ({} in rx_errors), {} of {} intact frames received",
                        step.result.empty() ? "" : "; ", kRounds, fault.name, bad, base::count_of(errors, "error"),
                        in_all, delivered - bad, kRounds);
        if (!fault.fcs && wrong_fcs < kRounds) step.result += fmt::format(", {} in rx_crc_errors", wrong_fcs);
    }
    connect_tester(false), bench_.expect_damage(false);
    if (config_.kind.takes_giants) step.result += "; the driver allows frames of any length";
    const BothWays after = both_ways();
    step.passed = step.passed && after.all();
    step.result += fmt::format("; {} afterwards", after.text());
    return step;
}

/// The server is closed while frames arrive and while it sends, and is opened again.
Trial::Step EthernetTrial::close_in_traffic() {
    constexpr unsigned kThere = 30, kBack = 10, kEarly = 3, kLimitUs = 60'000;
    const unsigned slice_us = config_.kind.gigabit ? 10 : 100;
    Machine &client = bench_.client, &server = bench_.server;
    base::RandomStream random(config_.seed, "ethernet_trial_close");
    const Address client_address = client.ethernet.address(), server_address = server.ethernet.address();
    const std::vector<Frame> there = frames_to(server_address, client_address, kThere, kLongest, random);
    const std::vector<Frame> back = frames_to(client_address, server_address, kBack, kLongest, random);
    send_all(client, there), send_all(server, back);
    for (unsigned us = 0; server.ethernet.received.size() < kEarly && us < kLimitUs; us += slice_us)
        bench_.pass(slice_us);
    int result = 0;
    bench_.expect_damage(true);
    server.post([&] { result = server.ethernet.close(); });
    bench_.finish();
    const std::size_t before = server.ethernet.received.size(), bad = compared(there, server);
    run_quiet();
    bench_.expect_damage(false);
    const std::size_t late = server.ethernet.received.size() - before;
    const std::size_t closed = taken(client, server, server.ethernet.address());
    int opened = 0;
    server.post([&] { opened = server.ethernet.open(); });
    bench_.finish();
    bench_.pass(config_.kind.medium_us);
    const BothWays after = both_ways();
    Step step;
    step.passed = result == 0 && opened == 0 && bad == 0 && before >= kEarly && before < kThere && late + closed == 0 &&
                  after.all();
    step.result = fmt::format("{} of {} frames before the close, {} wrong, {} after it; {} after the open", before,
                              kThere, bad, late + closed, after.text());
    if (result != 0 || opened != 0) step.result += fmt::format("; stop() returned {}, open() {}", result, opened);
    return step;
}

/// Another station keeps the cable busy, so that the transmitter waits and the queue stops. The
/// kernel's watchdog would call the handler then. In full duplex no station waits for another: the
/// handler is called while frames are being sent.
Trial::Step EthernetTrial::transmit_timeout() {
    constexpr unsigned kFrames = 60, kWaitUs = 5'000;
    Machine& client = bench_.client;
    net_device* device = client.ethernet.device();
    Step step;
    if (!device->netdev_ops->ndo_tx_timeout) {
        step.passed = true, step.result = "skipped: the driver has no ndo_tx_timeout()";
        return step;
    }
    base::RandomStream random(config_.seed, "ethernet_trial_timeout");
    const std::vector<Frame> frames =
        frames_to(bench_.server.ethernet.address(), client.ethernet.address(), kFrames, kLongest, random);
    const unsigned long errors = queried(client).tx_errors;
    const bool full_duplex = config_.kind.gigabit;
    connect_tester(!full_duplex);
    if (!full_duplex) bench_.tester.keep_busy(true, kStranger);
    bench_.expect_damage(true);
    bench_.pass(100);
    send_all(client, frames);
    bench_.finish();
    if (!full_duplex) bench_.pass(kWaitUs);
    const bool stopped = device->stopped != 0;
    client.post([&client, device] {
        const Locks::Atomic softirq(client.locks, false);
        device->netdev_ops->ndo_tx_timeout(device, 0);
    });
    bench_.finish();
    bench_.pass(full_duplex ? config_.kind.medium_us : kWaitUs / 4);
    bench_.tester.keep_busy(false);
    run_tester();
    connect_tester(false), bench_.expect_damage(false);
    const unsigned long told = queried(client).tx_errors - errors;
    const std::size_t waiting = client.ethernet.waiting();
    const BothWays after = both_ways();
    step.passed = (full_duplex || (stopped && told > 0)) && waiting == 0 && after.all();
    step.result = fmt::format(
        "the queue {} while the cable was busy; after the handler {} reported, {} of {} frames still wait, {}",
        stopped ? "stopped" : "did not stop", base::count_of(told, "error"), waiting, kFrames, after.text());
    if (full_duplex)
        step.result = fmt::format("the handler was called during {} frames; {} of them still wait, {}", kFrames,
                                  waiting, after.text());
    return step;
}

/// The tester leaves a gap so short that no station sends between its frames. So a frame of the
/// server waits in its card while the ring overflows, and while the driver handles that. The first
/// frames are for another station: the server accepts its own frames meanwhile. In full duplex the
/// client sends them, as two senders would meet at it.
Trial::Step EthernetTrial::overrun_while_sending() {
    constexpr unsigned kBack = 5, kLead = 4, kStartUs = 200;
    Machine &client = bench_.client, &server = bench_.server;
    base::RandomStream random(config_.seed, "ethernet_trial_overrun_sending");
    const Address client_address = client.ethernet.address(), server_address = server.ethernet.address();
    const std::vector<Frame> there =
        frames_to(server_address, kStranger, 2 * config_.kind.deaf_frames, kLongest, random);
    const std::vector<Frame> back = frames_to(client_address, server_address, kBack, kLongest, random);
    while (bench_.server_node.card->ring_unguarded()) taken(client, server, server.ethernet.address(), 1);
    const net_device_stats before = queried(server);
    const bool full_duplex = config_.kind.gigabit;
    connect_tester(!full_duplex);
    server.ethernet.received.clear(), client.ethernet.received.clear();
    for (unsigned i = 0; i < kLead && !full_duplex; ++i)
        bench_.tester.send(with_fcs(frame_to(kStranger, kStranger, kLongest, random), true));
    for (const Frame& f : there)
        if (!full_duplex) bench_.tester.send(with_fcs(f, true));
    if (full_duplex) send_all(client, there);
    bench_.pass(kStartUs);
    server.post([&] {
        for (const Frame& f : back) server.ethernet.send(f);
        make_deaf(server, client);
    });
    run_tester();
    const std::size_t kept = server.ethernet.received.size(), arrived = client.ethernet.received.size();
    const std::size_t bad = compared(there, server) + compared(back, client);
    const net_device_stats s = queried(server);
    const unsigned long overruns = s.*config_.kind.overruns - before.*config_.kind.overruns;
    const unsigned long given_up = s.tx_aborted_errors - before.tx_aborted_errors;
    connect_tester(false);
    const BothWays after = both_ways();
    Step step;
    step.passed = bad == 0 && overruns > 0 && kept >= config_.kind.ring_frames && kept < there.size() &&
                  arrived + given_up == back.size() && after.all();
    step.result = fmt::format(
        "{} reported, {} of {} frames kept, {} wrong; {} of {} own frames arrived, {} given up; {} afterwards",
        base::count_of(overruns, "overrun"), kept, there.size(), bad, arrived, back.size(), given_up, after.text());
    return step;
}

/// The server's CPU takes the interrupt of a received frame when the ring is just full. The next
/// frame overruns the ring while the driver reads the first one, which is long.
Trial::Step EthernetTrial::overrun_in_handler() {
    constexpr unsigned kFrames = 100, kSliceUs = 5, kLimitUs = 20'000;
    Machine& server = bench_.server;
    const EthernetCard& card = *bench_.server_node.card;
    base::RandomStream random(config_.seed, "ethernet_trial_overrun_handler");
    std::vector<Frame> there;
    for (unsigned i = 0; i < kFrames; ++i)
        there.push_back(frame_to(server.ethernet.address(), kStranger, i == 0 ? kLongest : kShortest, random));
    while (card.ring_unguarded()) taken(bench_.client, server, server.ethernet.address(), 1);
    const unsigned long before = queried(server).*config_.kind.overruns;
    connect_tester(true);
    server.ethernet.received.clear();
    for (const Frame& f : there) bench_.tester.send(with_fcs(f, true));
    bool full = false;
    server.post([&] {
        server.be_deaf([&] {
            for (unsigned us = 0; us < kLimitUs && !card.ring_full(); us += kSliceUs) server.cpu().delay(kSliceUs);
            full = card.ring_full();
        });
    });
    run_tester();
    const std::size_t kept = server.ethernet.received.size(), bad = compared(there, server);
    const unsigned long overruns = queried(server).*config_.kind.overruns - before;
    connect_tester(false);
    const BothWays after = both_ways();
    Step step;
    step.passed = full && bad == 0 && overruns > 0 && kept < there.size() && after.all();
    step.result = fmt::format("{}, {} reported, {} of {} frames kept, {} wrong; {} afterwards",
                              full ? "the ring was full" : "the ring was never full",
                              base::count_of(overruns, "overrun"), kept, there.size(), bad, after.text());
    return step;
}

Trial::Step EthernetTrial::modes() {
    Step step;
    step.passed = true;
    for (const Station* node : {&bench_.client_node, &bench_.server_node})
        if (const char* mode = node->card->ignored_mode(); mode && step.passed) {
            step.passed = false;
            step.result = fmt::format("the driver selected {}, which the model of the card ignores", mode);
        }
    if (step.passed) step.result = "none that the model of the card ignores";
    return step;
}

}  // namespace niclab::linux_kernel
