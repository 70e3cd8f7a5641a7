/// @file The span chains of packets between ATM cards at the cycle level in hosts with a TCP.
///
/// Behaviour: a chain begins when IP of one host offers the packet to the driver. It ends when IP of
///   the other host takes it. It has two hops with cells: from the sending card to the net, and from
///   there to the receiving card. The lines and switches of the net are between the two hops.
/// Timing: times are those of the event queue, which passes while the clocks of idle cards are
///   stopped.
/// Limitations: packets of a coarse card or over a LANE bridge are those of net_paths.h.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <vector>

#include "lab/bench/traffic_bench.h"
#include "lab/results/packet_paths.h"
#include "lab/watch/cell_end.h"
#include "lab/watch/stopped_time.h"

namespace niclab::lab {

class CellPaths {
public:
    /// Adds the chains of `run` to `paths` as packets arrive. All must outlive the simulation.
    CellPaths(const Traffic& traffic, const TrafficBench& bench, const Checkers& checkers, unsigned run,
              PacketPaths& paths);
    /// Adds those of the last packets.
    void finish() { add_complete(true); }

private:
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
        CellEnd &from, &to;
        std::string name;
        core::Femtoseconds delay = 0;  ///< Of the lines in the net.
        std::deque<Packet> sent, coming, taken;
    };
    /// By host and connection.
    using Directions = std::map<std::pair<const CellEnd*, std::uint16_t>, Direction*>;

    void add_direction(CellEnd& from, CellEnd& to, std::uint16_t vci, core::Femtoseconds delay);
    void follow(CellEnd& end);
    void offered(CellEnd& from, const stack::Manifest::Entry& entry, std::size_t row, core::Femtoseconds at);
    void announced(CellEnd& to, const stack::Manifest::Entry& entry, std::size_t row);
    void sent_to_card(CellEnd& to, std::uint32_t number, std::uint16_t vci, core::Femtoseconds at);
    void taken(CellEnd& to, std::uint32_t number, std::uint16_t vci, core::Femtoseconds at);
    void add_complete(bool all);
    void forget_unused();
    void add(const Direction& direction, const Packet& packet);

    const unsigned run_;
    PacketPaths& paths_;
    StoppedTime time_;
    std::vector<std::unique_ptr<CellEnd>> ends_;
    std::vector<std::unique_ptr<Direction>> directions_;
    Directions sent_, received_;
    std::map<std::string, std::uint32_t> numbers_;  ///< Of the next packet, by direction.
    std::uint64_t ended_ = 0;
};

}  // namespace niclab::lab
