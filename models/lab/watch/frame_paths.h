/// @file The span chains of packets between Ethernet cards at the cycle level in hosts with a TCP.
///
/// Behaviour: a chain begins when IP of one host offers the packet to the driver. It ends when IP of
///   the other host takes it. The hosts and the cable identify each packet by its number in the
///   records of both hosts. Events that a sending card reports belong to the frames of its host, in
///   their order. A packet with an event that was not observed, or out of order, has no chain.
/// Limitations: packets through a switch, and those to or from a coarse card, have no chain.
#pragma once

#include <array>
#include <deque>
#include <map>
#include <memory>

#include "lab/bench/traffic_bench.h"
#include "lab/results/packet_paths.h"

namespace niclab::lab {

class FramePaths {
public:
    /// Adds the chains of `run` to `paths` as packets arrive. Both must outlive the simulation.
    FramePaths(const TrafficBench& bench, unsigned run, PacketPaths& paths);

private:
    struct Packet {
        std::uint32_t number = 0, pdu = 0;  ///< In the record of the sending host, and of its driver.
        std::uint32_t octets = 0;           ///< Of IP.
        core::Femtoseconds origin = 0;      ///< Time 0 of the run, in the kernel's time.
        core::Femtoseconds offered = 0;
        std::array<core::Femtoseconds, 3> sending{};    ///< Events that the sending card reports.
        std::array<core::Femtoseconds, 2> receiving{};  ///< And the receiving one.
        card::PacketTrace trace{};
        void set(card::Point point, core::Femtoseconds at) { trace.at[static_cast<unsigned>(point)] = at; }
    };
    using PacketPtr = std::shared_ptr<Packet>;
    using Packets = std::deque<PacketPtr>;
    /// A packet that has arrived at a host, and its sender.
    struct Coming {
        EtherCycleHost* from = nullptr;
        PacketPtr packet;
    };
    struct Host {
        Packets sent;                        ///< Not known to be lost; the first may have arrived.
        std::array<Packets, 3> not_reached;  ///< By event of the sending card.
        Packets no_doorbell, no_handler;
        std::map<std::uint32_t, Coming> coming;  ///< By number in the record of this host.
        PacketPtr stored;                        ///< The last packet in the card.
        PacketPtr of_pdu(std::uint32_t pdu) const;
    };
    static void drop_before(Packets& packets, std::uint32_t number);
    void follow_sending(EtherCycleHost& of);
    void follow_receiving(EtherCycleHost& of);
    void arrived(const EtherCable::Arrival& arrival);
    void taken(EtherCycleHost& at_host, std::uint32_t number, core::Femtoseconds passed_up, core::Femtoseconds at);
    void add(const Packet& packet, EtherCycleHost& from, EtherCycleHost& to, core::Femtoseconds delivered);

    const unsigned run_;
    PacketPaths& paths_;
    std::map<const EtherCycleHost*, Host> hosts_;
    std::map<std::string, std::uint32_t> numbers_;  ///< Of the next packet, by direction.
};

}  // namespace niclab::lab
