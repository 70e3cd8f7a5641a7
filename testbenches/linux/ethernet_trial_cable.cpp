// The reaction of a driver to a disconnected cable, and to its reconnection.
#include <fmt/format.h>

#include "base/count_of.h"
#include "ethernet_trial.h"

namespace niclab::linux_kernel {

/// Both drivers are notified and send nothing; waiting frames are sent when the cable is back.
Trial::Step EthernetTrial::cable_pulled() {
    Machine &client = bench_.client, &server = bench_.server;
    const auto set_link = [this](Station& node, bool up) {
        node.card->set_link(up);
        bench_.pass(config_.kind.watchdog_us);
    };
    const auto dark = [](Machine& machine) { return machine.ethernet.device()->no_carrier != 0; };
    set_link(bench_.client_node, false), set_link(bench_.server_node, false);
    const bool reported = dark(client) && dark(server);
    const std::size_t without = taken(client, server, server.ethernet.address());
    set_link(bench_.server_node, true), set_link(bench_.client_node, true);  // Waiting frames find the other end there.
    const bool back = !dark(client) && !dark(server);
    settle();
    Step step;
    const std::size_t behind = server.ethernet.received.size();
    step.passed = reported && back && without == 0 && behind == 5;
    step.result = fmt::format("the drivers {}, {} of 5 frames without the cable, {} of 5 when it was back",
                              reported && back ? "reported it"
                              : reported       ? "reported it, but not its end; expected netif_carrier_on()"
                                               : "did not report it; expected netif_carrier_off()",
                              without, behind);
    return step;
}

/// Neither driver is notified: for them their frames were sent. Each frame is one that the other
/// received, or one that was lost on the cable.
Trial::Step EthernetTrial::cable_pulled_unseen() {
    Machine &client = bench_.client, &server = bench_.server;
    const auto sum = [this](auto count) { return count(bench_.client_node) + count(bench_.server_node); };
    const auto sent = [](Station& node) { return node.card->mac().transmitter.stats().frames; };
    const auto received = [](Station& node) { return node.card->mac().receiver.stats().good; };
    const auto errors_of = [this](Station& node) {
        const net_device_stats s = stats(node.machine);
        return s.tx_errors + s.rx_errors + s.tx_dropped + s.rx_dropped;
    };
    const auto sent0 = sum(sent), received0 = sum(received), errors0 = sum(errors_of), lost0 = bench_.segment.unheard();
    const auto each_way = [&] {
        const std::size_t there = taken(client, server, server.ethernet.address());
        return there + taken(server, client, client.ethernet.address());
    };
    bench_.client_node.transceiver.set_plugged(false);
    const std::size_t without = each_way();
    const auto lost = bench_.segment.unheard() - lost0;
    bench_.client_node.transceiver.set_plugged(true);
    const std::size_t behind = each_way();
    const auto all = sum(sent) - sent0, arrived = sum(received) - received0, errors = sum(errors_of) - errors0;
    Step step;
    step.passed = without == 0 && behind == 10 && lost == 10 && all == arrived + lost && errors == 0;
    step.result = fmt::format(
        "the drivers reported {}; {} frames sent = {} received + {} on a pulled cable; {} of 10 arrived without "
        "the cable, {} of 10 when it was back",
        base::count_of(errors, "error"), all, arrived, lost, without, behind);
    return step;
}

}  // namespace niclab::linux_kernel
