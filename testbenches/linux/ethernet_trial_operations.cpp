// Steps with the operations of a driver other than sending and receiving: its counters, ethtool, its
// address, suspend and resume.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <vector>

#include "ethernet_trial.h"
#include "kernel/ethtool.h"
#include "trial_frames.h"

namespace niclab::linux_kernel {

namespace {

constexpr double kLongUs = 3e7;  ///< The self test of e1000e takes 12 seconds.

std::size_t octets_of(const std::vector<Frame>& frames) {
    std::size_t n = 0;
    for (const Frame& f : frames) n += f.size();
    return n;
}

/// Memory that a function of the driver fills, as many elements as the driver has asked for, and
/// more after them that it must not write.
template <class Element>
class Filled {
public:
    /// As the driver returned it: may be negative.
    void resize(int elements) {
        size_ = std::size_t(std::max(elements, 0));
        memory_.assign(size_ + kMore, kUnwritten);
    }
    std::size_t size() const { return size_; }
    Element* data() { return memory_.data(); }
    bool is_exceeded() const {
        return std::any_of(memory_.begin() + std::ptrdiff_t(size_), memory_.end(),
                           [](Element e) { return e != kUnwritten; });
    }

private:
    static constexpr std::size_t kMore = 4096;
    static constexpr Element kUnwritten = static_cast<Element>(0xA5A5A5A5A5A5A5A5u);
    std::vector<Element> memory_;
    std::size_t size_ = 0;
};

/// Drivers count octets with or without the FCS.
bool counts(unsigned long octets, std::size_t sent, std::size_t frames) {
    return octets == sent || octets == sent + frames * ether::kFcsOctets;
}

}  // namespace

/// The counters of sender and receiver are compared with the frames that the tester has seen.
Trial::Step EthernetTrial::statistics() {
    constexpr unsigned kFrames = 10;
    base::RandomStream random(config_.seed, "ethernet_trial_statistics");
    Step step;
    step.passed = true;
    connect_tester(true);
    for (const bool there : {true, false}) {
        Machine &sender = there ? bench_.client : bench_.server, &receiver = there ? bench_.server : bench_.client;
        std::vector<Frame> frames;
        for (unsigned i = 0; i < kFrames; ++i)
            frames.push_back(
                frame_to(receiver.ethernet.address(), sender.ethernet.address(), kShortest + 111 * i, random));
        const net_device_stats s0 = queried(sender), r0 = queried(receiver);
        receiver.ethernet.received.clear(), bench_.tester.forget();
        send_all(sender, frames);
        bench_.finish();
        settle();
        if (mismatch_.empty())
            mismatch_ = first_difference(frames, bench_.tester.seen(), "the first wrong frame on the cable");
        const net_device_stats s = queried(sender), r = queried(receiver);
        const std::size_t seen = bench_.tester.seen().size(), octets = octets_of(frames);
        const unsigned long tx = s.tx_packets - s0.tx_packets, tx_octets = s.tx_bytes - s0.tx_bytes,
                            rx = r.rx_packets - r0.rx_packets, rx_octets = r.rx_bytes - r0.rx_bytes;
        step.passed = step.passed && seen == kFrames && wrong(frames, bench_.tester.seen()) == 0 && tx == seen &&
                      rx == seen && counts(tx_octets, octets, seen) && counts(rx_octets, octets, seen);
        step.result += fmt::format("{}{} frames of {} octets on the cable: {} of {} sent, {} of {} received",
                                   there ? "" : "; ", seen, octets, tx, tx_octets, rx, rx_octets);
    }
    connect_tester(false);
    return step;
}

/// Calls of the driver's functions for ethtool, each with what it returned.
Trial::Step EthernetTrial::ethtool() {
    net_device* device = bench_.client.ethernet.device();
    const ethtool_ops* ops = device->ethtool_ops;
    Step step;
    step.passed = true;
    if (!ops) {
        step.result = "skipped: the driver has no ethtool_ops";
        return step;
    }
    const auto part = [&step](bool passed, const std::string& text) {
        step.passed = step.passed && passed;
        step.result += (step.result.empty() ? "" : "; ") + text;
    };
    std::string missing;
    const auto has = [&missing](bool there, const char* name) {
        if (!there) missing += (missing.empty() ? "" : ", ") + std::string(name);
        return there;
    };
    const auto on_cpu = [this](const std::function<void()>& work) {
        bench_.client.post(work);
        bench_.finish(kLongUs);
    };
    if (has(ops->get_drvinfo, "driver's name")) {
        ethtool_drvinfo info{};
        on_cpu([&] { ops->get_drvinfo(device, &info); });
        part(info.driver[0] != 0, fmt::format("driver {}", info.driver));
    }
    if (has(ops->get_msglevel && ops->set_msglevel, "message level")) {
        u32 before = 0, after = 0;
        on_cpu([&] {
            before = ops->get_msglevel(device);
            ops->set_msglevel(device, before ^ 1u);
            after = ops->get_msglevel(device);
            ops->set_msglevel(device, before);
        });
        part(after == (before ^ 1u),
             fmt::format("message level {:x}h set to {:x}h reads {:x}h", before, before ^ 1u, after));
    }
    if (has(ops->get_link, "link")) {
        u32 link = 0;
        on_cpu([&] { link = ops->get_link(device); });
        part(link != 0, fmt::format("link {}", link ? "up" : "down"));
    }
    if (has(ops->get_link_ksettings && ops->set_link_ksettings, "link settings")) {
        constexpr std::size_t kSettingsOctets = 256;
        alignas(u64) std::array<std::uint8_t, kSettingsOctets> octets{};
        auto* settings = reinterpret_cast<ethtool_link_ksettings*>(octets.data());
        int got = 0, set = 0;
        on_cpu([&] {
            got = ops->get_link_ksettings(device, settings);
            if (got == 0) set = ops->set_link_ksettings(device, settings);
        });
        const u32 speed = reinterpret_cast<const ethtool_link_settings*>(octets.data())->speed;
        part(got == 0, fmt::format("link settings {} Mb/s, returned {}, set again {}", speed, got, set));
    }
    if (has(ops->get_ringparam && ops->set_ringparam, "ring sizes")) ring_sizes(part);
    if (has(ops->get_regs_len && ops->get_regs, "registers")) {
        Filled<std::uint8_t> octets;
        on_cpu([&] {
            octets.resize(ops->get_regs_len(device));
            ethtool_regs regs{};
            regs.len = u32(octets.size());
            ops->get_regs(device, &regs, octets.data());
        });
        part(octets.size() > 0 && !octets.is_exceeded(),
             fmt::format("registers: {} octets{}", octets.size(),
                         octets.is_exceeded() ? ", and get_regs() writes after their end" : ""));
    }
    if (has(ops->self_test && ops->get_sset_count, "self test")) {
        bool failed = false;
        Filled<u64> results;
        on_cpu([&] {
            ethtool_test test{};
            results.resize(ops->get_sset_count(device, ETH_SS_TEST));
            test.flags = ETH_TEST_FL_OFFLINE, test.len = u32(results.size());
            ops->self_test(device, &test, results.data());
            failed = (test.flags & ETH_TEST_FL_FAILED) != 0;
        });
        std::string results_text;
        for (std::size_t n = 0; n < results.size(); ++n)
            results_text += (n == 0 ? "" : ", ") + std::to_string(results.data()[n]);
        if (results.is_exceeded()) results_text += ", and self_test() writes after their end";
        const bool wrong = failed || results.is_exceeded();
        part(!wrong, wrong ? "self test failed, with the results " + results_text : "self test passed");
    }
    if (has(ops->get_sset_count && ops->get_strings && ops->get_ethtool_stats, "statistics")) ethtool_statistics(part);
    bench_.pass(config_.kind.medium_us);
    const BothWays after = both_ways();
    part(after.all(), after.text() + " afterwards");
    if (!missing.empty()) step.result += "; the driver has no " + missing;
    return step;
}

/// The driver writes as many values and names as it has announced. Each name is a text that ends.
void EthernetTrial::ethtool_statistics(const std::function<void(bool, const std::string&)>& part) {
    net_device* device = bench_.client.ethernet.device();
    const ethtool_ops* ops = device->ethtool_ops;
    Filled<u64> values;
    Filled<std::uint8_t> names;
    int announced = 0;
    bench_.client.post([&] {
        announced = ops->get_sset_count(device, ETH_SS_STATS);
        values.resize(announced), names.resize(announced * ETH_GSTRING_LEN);
        ethtool_stats statistics{};
        statistics.n_stats = u32(values.size());
        ops->get_strings(device, ETH_SS_STATS, names.data());
        ops->get_ethtool_stats(device, &statistics, values.data());
    });
    bench_.finish(kLongUs);
    std::string text = std::to_string(announced) + " statistics";
    const auto is_name = [](const std::uint8_t* name) {
        const auto* end = std::find(name, name + ETH_GSTRING_LEN, 0);
        return end != name && end != name + ETH_GSTRING_LEN &&
               std::all_of(name, end, [](std::uint8_t c) { return std::isprint(c) != 0; });
    };
    bool named = true;
    for (std::size_t n = 0; n < values.size(); ++n) named = named && is_name(names.data() + n * ETH_GSTRING_LEN);
    if (!named) text += ", and get_strings() does not name each of them";
    if (names.is_exceeded()) text += ", and get_strings() writes after their end";
    if (values.is_exceeded()) text += ", and get_ethtool_stats() writes after their end";
    part(announced > 0 && named && !names.is_exceeded() && !values.is_exceeded(), text);
}

/// Half of the rings' sizes, and the earlier ones again.
void EthernetTrial::ring_sizes(const std::function<void(bool, const std::string&)>& part) {
    net_device* device = bench_.client.ethernet.device();
    const ethtool_ops* ops = device->ethtool_ops;
    ethtool_ringparam before{}, smaller{}, read{};
    int set = 0, back = 0;
    bench_.client.post([&] {
        ops->get_ringparam(device, &before, nullptr, nullptr);
        smaller = before;
        smaller.rx_pending /= 2, smaller.tx_pending /= 2;
        set = ops->set_ringparam(device, &smaller, nullptr, nullptr);
        ops->get_ringparam(device, &read, nullptr, nullptr);
    });
    bench_.finish(kLongUs);
    const BothWays after = both_ways();
    bench_.client.post([&] { back = ops->set_ringparam(device, &before, nullptr, nullptr); });
    bench_.finish(kLongUs);
    const bool same = read.rx_pending == smaller.rx_pending && read.tx_pending == smaller.tx_pending;
    part(set == 0 && back == 0 && same && after.all(),
         fmt::format("rings of {} + {} set to {} + {} (returned {}), read {} + {}, {}", before.rx_pending,
                     before.tx_pending, smaller.rx_pending, smaller.tx_pending, set, read.rx_pending, read.tx_pending,
                     after.text()));
}

/// The server gets another address while it is closed.
Trial::Step EthernetTrial::station_address() {
    constexpr std::uint8_t kFamilyOctets = 2;
    Machine &client = bench_.client, &server = bench_.server;
    net_device* device = server.ethernet.device();
    Step step;
    if (!device->netdev_ops->ndo_set_mac_address) {
        step.passed = true, step.result = "skipped: the driver has no ndo_set_mac_address()";
        return step;
    }
    const Address before = server.ethernet.address(), other{0x02, 0x12, 0x34, 0x56, 0x78, 0x9A};
    const Address group{0x03, 0x12, 0x34, 0x56, 0x78, 0x9A};
    const auto give = [&](const Address& address) {
        std::array<std::uint8_t, kFamilyOctets + ETH_ALEN> socket_address{};
        std::copy(address.begin(), address.end(), socket_address.begin() + kFamilyOctets);
        return device->netdev_ops->ndo_set_mac_address(device, socket_address.data());
    };
    bool refuses_group = true;
    const auto set = [&](const Address& address) {
        int result = 0;
        server.post([&] {
            server.ethernet.close();
            refuses_group = refuses_group && give(group) != 0;
            result = give(address);
            server.ethernet.open();
        });
        bench_.finish();
        bench_.pass(config_.kind.medium_us);
        return result;
    };
    const int result = set(other);
    const std::size_t to_new = taken(client, server, other), to_old = taken(client, server, before);
    const int back = set(before);
    const BothWays after = both_ways();
    step.passed = result == 0 && back == 0 && to_new == 5 && to_old == 0 && refuses_group && after.all();
    step.result = fmt::format(
        "set returned {}; of 5 frames to the new address {} received, to the old one {}; {} with the old one again",
        result, to_new, to_old, after.text());
    if (!refuses_group) step.result += "; the address of a group was accepted; expected -EADDRNOTAVAIL";
    return step;
}

/// The server is suspended while frames arrive. Its card keeps its power.
Trial::Step EthernetTrial::suspend() {
    constexpr unsigned kFrames = 10, kEarlyUs = 3000;
    Machine &client = bench_.client, &server = bench_.server;
    const auto* operations = server.driver ? static_cast<const dev_pm_ops*>(server.driver->driver.pm) : nullptr;
    Step step;
    if (!operations || !operations->suspend || !operations->resume) {
        step.passed = true, step.result = "skipped: the driver has no suspend()";
        return step;
    }
    base::RandomStream random(config_.seed, "ethernet_trial_suspend");
    const std::vector<Frame> frames =
        frames_to(server.ethernet.address(), client.ethernet.address(), kFrames, kLongest, random);
    server.ethernet.received.clear();
    send_all(client, frames);
    bench_.pass(kEarlyUs);
    int suspended = 0, resumed = 0;
    bool stays_present = false;
    bench_.expect_damage(true);
    server.post([&] {
        suspended = operations->suspend(&server.card.dev);
        server.is_suspended = suspended == 0;
        stays_present = suspended == 0 && netif_device_present(server.ethernet.device());
    });
    bench_.finish();
    run_quiet();
    bench_.expect_damage(false);
    const std::size_t bad = compared(frames, server);
    server.post([&] {
        server.is_suspended = false;
        resumed = operations->resume(&server.card.dev);
    });
    bench_.finish();
    bench_.pass(config_.kind.medium_us);
    const BothWays after = both_ways();
    const bool detached = !netif_device_present(server.ethernet.device());
    step.passed = suspended == 0 && resumed == 0 && bad == 0 && after.all() && !detached && !stays_present;
    step.result = fmt::format("suspend() returned {}, resume() {}, {} wrong; {} afterwards", suspended, resumed, bad,
                              after.text());
    if (stays_present)
        step.result +=
            "; the network device is not detached while it is suspended, so that frames are still sent to it; expected "
            "netif_device_detach() in suspend()";
    if (detached) step.result += "; the network device stays detached; expected netif_device_attach() in resume()";
    return step;
}

}  // namespace niclab::linux_kernel
