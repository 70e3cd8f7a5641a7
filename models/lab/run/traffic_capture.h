/// @file A capture of the traffic at a host's interface: IP packets, or frames with FCS if the host
/// is on Ethernet. If there is ARP in addition to IP, packets are preceded by LLC/SNAP.
#pragma once

#include "host/packet.h"
#include "lab/bench/traffic_bench.h"
#include "lab/run/runner.h"
#include "probe/capture/pcapng.h"

namespace niclab::lab {

class TrafficCapture {
public:
    TrafficCapture(const std::string& path, bool picoseconds)
        : file_(path, {"niclab " + version(), "IP packets at a host's interface", picoseconds}) {}
    void watch(TrafficNode& node) {
        if (node.config.on_ethernet()) return watch_frames(node);
        const bool arp = node.stack.neighbours() != nullptr;
        const std::uint32_t number =
            file_.add_interface(node.config.name, arp ? probe::Pcapng::kLlc : probe::Pcapng::kRawIp);
        const auto note = [this, number, arp](Femtoseconds at, const tcp::Packet& p) {
            file_.packet(number, at, arp ? with_llc(p) : tcp::octets(p));
        };
        node.stack.passed_out.listen(note);
        node.stack.passed_in.listen(note);
    }
    void finish() { file_.finish(); }

private:
    static std::vector<std::uint8_t> with_llc(const tcp::Packet& p) {
        host::PacketFormat format;
        return host::encapsulate(format, tcp::octets(p), p.ethertype());
    }
    /// On Ethernet in the form of the line.
    void watch_frames(TrafficNode& node) {
        const std::uint32_t number =
            file_.add_interface(node.config.name, probe::Pcapng::kEthernet, "", ether::kFcsOctets);
        (node.ether ? node.ether->passed
         : node.mac ? node.mac->passed
                    : node.frames->passed)
            .listen([this, number](Femtoseconds at, const net::Frame& frame) {
                file_.packet(number, at, net::octets(frame));
            });
    }
    probe::Pcapng file_;
};

}  // namespace niclab::lab
