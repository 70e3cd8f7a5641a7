/// @file A capture of the traffic at hosts' interfaces: IP packets, or frames with FCS if the host
/// is on Ethernet. If there is ARP in addition to IP, packets are preceded by LLC/SNAP.
///
/// Behaviour: packets of one time are in the order of their interfaces.
#pragma once

#include "host/packet.h"
#include "lab/bench/traffic_bench.h"
#include "lab/run/runner.h"
#include "probe/capture/capture_queue.h"

namespace niclab::lab {

class HostCapture {
public:
    /// `what`: for the description of the file.
    HostCapture(const RunOptions& o, const char* what)
        : file_(o.pcap, {"niclab " + version(), what, o.pcap_picoseconds}) {}
    void watch(TrafficNode& node) {
        const std::string& name = node.config.name;
        if (node.ether) return watch_frames(name, node.ether->passed);
        if (node.mac) return watch_frames(name, node.mac->passed);
        if (node.frames) return watch_frames(name, node.frames->passed);
        const bool arp = node.stack.neighbours() != nullptr;
        const std::uint32_t number = file_.add_interface(name, arp ? probe::Pcapng::kLlc : probe::Pcapng::kRawIp);
        const auto note = [this, number, arp](Femtoseconds at, const tcp::Packet& p) {
            add(number, at, arp ? with_llc(p) : tcp::octets(p));
        };
        node.stack.passed_out.listen(note);
        node.stack.passed_in.listen(note);
    }
    /// Frames that `passed` reports, as net::Frame or as octets with FCS.
    template <class Frame>
    void watch_frames(const std::string& host, core::Tap<Frame>& passed) {
        const std::uint32_t number = file_.add_interface(host, probe::Pcapng::kEthernet, "", ether::kFcsOctets);
        passed.listen([this, number](Femtoseconds at, const Frame& frame) { add(number, at, octets_of(frame)); });
    }
    void finish() { queue_.flush(), file_.finish(); }

private:
    static std::vector<std::uint8_t> with_llc(const tcp::Packet& p) {
        host::PacketFormat format;
        return host::encapsulate(format, tcp::octets(p), p.ethertype());
    }
    static std::vector<std::uint8_t> octets_of(const net::Frame& frame) { return net::octets(frame); }
    static std::vector<std::uint8_t> octets_of(std::vector<std::uint8_t> octets) { return octets; }
    void add(std::uint32_t interface, Femtoseconds at, std::vector<std::uint8_t> octets) {
        queue_.add({interface, at, std::move(octets), ""}, at);
    }

    probe::Pcapng file_;
    probe::CaptureQueue queue_{file_};
};

}  // namespace niclab::lab
