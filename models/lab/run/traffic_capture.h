/// @file  A capture of what passes a host's interface: IP packets, or frames with FCS where the host is on Ethernet.
#pragma once

#include "lab/bench/traffic_bench.h"
#include "lab/run/runner.h"
#include "probe/capture/pcapng.h"

namespace niclab::lab {

class TrafficCapture {
public:
    explicit TrafficCapture(const std::string& path)
        : file_(path, {"niclab " + version(), "IP packets at a host's interface"}) {}
    void watch(TrafficNode& node) {
        if (node.ether) return watch_frames(node);
        const std::uint32_t number = file_.add_interface(node.config.name, probe::Pcapng::kRawIp);
        const auto note = [this, number](Femtoseconds at, const tcp::Packet& p) {
            file_.packet(number, at, tcp::octets(p));
        };
        node.stack.passed_out.listen(note);
        node.stack.passed_in.listen(note);
    }
    void finish() { file_.finish(); }

private:
    /// On Ethernet as they are on the line.
    void watch_frames(TrafficNode& node) {
        const std::uint32_t number =
            file_.add_interface(node.config.name, probe::Pcapng::kEthernet, "", ether::kFcsOctets);
        node.ether->passed.listen(
            [this, number](Femtoseconds at, const net::Frame& frame) { file_.packet(number, at, net::octets(frame)); });
    }
    probe::Pcapng file_;
};

}  // namespace niclab::lab
