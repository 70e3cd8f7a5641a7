/// @file The span chains of packets between ATM cards at the cycle level in hosts with a TCP.
///
/// Behaviour: a chain begins when IP of one host offers the packet to the driver. It ends when IP of
///   the other host takes it. Each card's fiber leads to a PHY of the net. So a path has two hops
///   with cells: from the sending card to the net, and from there to the receiving card. The
///   observers of each hop are those of two cards on one fiber. The lines and switches of the net
///   are between the two hops.
/// Timing: times are those of the event queue, which passes while the clocks of idle cards are
///   stopped.
/// Limitations: packets to or from a coarse card or over a LANE bridge have no chain.
#pragma once

#include <algorithm>
#include <deque>
#include <map>
#include <memory>
#include <vector>

#include "lab/bench/traffic_bench.h"
#include "lab/results/packet_paths.h"
#include "lab/watch/atm_watch.h"
#include "lab/watch/checkers.h"

namespace niclab::lab {

/// The places between the two cards, in a packet's order.
std::vector<card::Place> places_in_net();

class CellPaths {
public:
    /// Adds the chains of `run` to `paths` as packets arrive. All must outlive the simulation.
    CellPaths(const Traffic& traffic, const TrafficBench& bench, const Checkers& checkers, unsigned run,
              PacketPaths& paths);
    /// Adds those of the last packets.
    void finish() { add_complete(true); }

private:
    /// A hop, with the packets of all connections of its host.
    struct CellHop {
        probe::PduTracker tracker;
        probe::LatencyRecorder recorder;
        std::unique_ptr<LineObserver> line;
        /// Rows before it have all their events.
        std::size_t oldest_in_work() const { return std::min(tracker.oldest_in_work(), recorder.oldest_in_work()); }
    };
    struct Host {
        AtmCycleHost& host;
        CellHop to_net, to_card;
        /// Rows of the packets to the card, by connection and number in its record.
        std::map<std::uint16_t, std::vector<std::size_t>> announced;
    };
    struct Packet {
        std::uint32_t number = 0;  ///< In the record of the host where it is expected next.
        std::uint32_t octets = 0;  ///< Of IP.
        core::Femtoseconds origin = 0, offered = 0;
        core::Femtoseconds entered = 0, left = 0;  ///< Its first cell is in the net, and is sent to the card.
        core::Femtoseconds taken = 0;
        std::size_t sent_row = 0, received_row = 0;
        std::uint32_t in_direction = 0;  ///< Its number there.
    };
    /// The packets of a connection in one direction.
    struct Direction {
        Host &from, &to;
        std::string name;
        core::Femtoseconds delay = 0;  ///< Of the lines in the net.
        std::deque<Packet> sent, coming, taken;
    };
    /// By host and connection.
    using Directions = std::map<std::pair<const Host*, std::uint16_t>, Direction*>;

    void add_direction(Host& from, Host& to, std::uint16_t vci, core::Femtoseconds delay);
    void follow(Host& host, const Checkers& checkers);
    void follow_to_net(Host& host);
    void follow_to_card(Host& host);
    void offered(Host& from, std::uint32_t pdu, const stack::Manifest::Entry& entry, core::Femtoseconds at);
    void announced(Host& to, const stack::Manifest::Entry& entry, core::Femtoseconds at);
    void sent_to_card(Host& to, std::uint32_t number, const atm::Cell& cell, core::Femtoseconds at);
    void taken(Host& to, std::uint32_t number, std::uint16_t vci, core::Femtoseconds at);
    void add_complete(bool all);
    void forget_unused();
    void add(const Direction& direction, const Packet& packet);
    /// In the event queue's time, apart from its origin; 0 stays 0.
    core::Femtoseconds unstopped(core::Femtoseconds t) const;

    const unsigned run_;
    PacketPaths& paths_;
    std::vector<std::unique_ptr<Host>> hosts_;  ///< With ATM cards at the cycle level.
    std::vector<std::unique_ptr<Direction>> directions_;
    Directions sent_, received_;
    std::map<std::string, std::uint32_t> numbers_;  ///< Of the next packet, by direction.
    struct Stop {
        core::Femtoseconds at, total;  ///< Time of the kernel, and of all stops up to then.
    };
    std::vector<Stop> stops_;
    std::uint64_t ended_ = 0;
};

}  // namespace niclab::lab
