/// @file The span chains of all other packets to or from a card at the cycle level in hosts with a
/// TCP. They cross a LANE bridge or an Ethernet switch, or the other card is coarse.
///
/// Behaviour: a chain begins when IP of one host offers the packet to the card or its driver. It ends
///   when IP of the other host takes it. The parts between are coarse: each notes the time at which
///   the packet leaves it, and a cause for the time up to then. Spans follow each other without a
///   gap.
/// Timing: times are those of the event queue, apart from its origin.
/// Limitations: a packet that a switch sends to more than one port has no chain. Copying by the
///   driver of a coarse card is before the begin of a chain.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "cards/ether_board/frame_spans.h"
#include "lab/bench/traffic_bench.h"
#include "lab/results/packet_paths.h"
#include "lab/watch/cell_end.h"
#include "lab/watch/frame_end.h"
#include "lab/watch/net_causes.h"
#include "lab/watch/stopped_time.h"

namespace niclab::lab {

class NetPaths {
public:
    /// Adds the chains of `run` to `paths` as packets arrive. All must outlive the simulation.
    NetPaths(const Traffic& traffic, const TrafficBench& bench, const Checkers& checkers, unsigned run,
             PacketPaths& paths);
    /// Adds those of the last packets.
    void finish() { add_complete(true); }

private:
    /// A host, with the observer of its card if that is at the cycle level.
    struct Host {
        const TrafficNode& node;
        std::unique_ptr<CellEnd> cells;
        std::unique_ptr<FrameEnd> frames;
        /// By connection: the last packet for the card of which no cell was sent to it, with its
        /// number.
        std::map<std::uint16_t, std::pair<std::uint32_t, tcp::Packet>> announced;
    };
    /// The end of a part of a packet's time.
    struct Mark {
        core::Femtoseconds at;
        const card::Cause* cause;
    };
    struct Packet {
        std::uint16_t id = 0;
        tcp::Protocol protocol{};
        std::uint32_t fragment_offset = 0;
        std::uint32_t octets = 0;        ///< Of IP.
        std::uint32_t in_direction = 0;  ///< Its number there.
        core::Femtoseconds offered = 0, taken = 0;
        core::Femtoseconds in_waveform = 0;                  ///< `offered` in the kernel's time.
        FrameEnd::PacketPtr frame;                           ///< Of Ethernet cards at the cycle level.
        std::size_t sent_row = 0;                            ///< Of an ATM card at the cycle level.
        std::optional<std::size_t> received_row;             ///< Of another one.
        std::pair<std::uint16_t, std::uint32_t> received{};  ///< Its connection, and its number there.
        std::vector<Mark> marks;
        core::Femtoseconds cell_at = 0;                 ///< Its first cell is on the lines of the net.
        core::Femtoseconds first_bit = 0;               ///< Of a coarse sending card.
        core::Femtoseconds arrived = 0, in_memory = 0;  ///< At a coarse receiving card.
        bool has_begun = false;                         ///< A MAC has tried to send it on the present line.
        bool is_queued = false;                         ///< At a port of the present switch,
        bool is_copied = false;                         ///< and at another one.
        bool is_there = false;                          ///< At its destination.
        void mark(core::Femtoseconds at, const card::Cause& cause) { marks.push_back({at, &cause}); }
        void mark_frame(core::Femtoseconds at) {
            mark(at, frame && marks.empty() ? ether_board::causes::kWire : net_causes::kFrame);
        }
        void attempt(core::Femtoseconds at) {
            mark(at, std::exchange(has_begun, true) ? net_causes::kCollisions : net_causes::kAccess);
        }
    };
    struct Direction {
        Host &from, &to;
        std::string name;
        core::Femtoseconds delay = 0;      ///< Of the lines for cells.
        std::deque<Packet> sent, taken{};  ///< Those before a packet that was taken are lost.
    };

    void add_directions(const Traffic& traffic);
    void follow(Host& host);
    void follow_cells(Host& host);
    void follow_frames(Host& host);
    void follow_coarse_cells(Host& host);
    void follow_switch(net::EtherSwitch& of);
    void follow_bridge(coarse::Card& card);
    void step_in_card(Host& host, net::FrameStep step, const net::Frame& frame, core::Femtoseconds at);
    void arrived(const EtherCable::Arrival& arrival);
    void crossed_net(Packet& packet, const tcp::Packet& of, core::Femtoseconds at);
    void came_as_cells(Packet& packet, const net::Train& train, core::Femtoseconds at);

    Direction* direction_of(const tcp::Packet& packet);
    /// nullptr: it has no chain.
    Packet* find(const tcp::Packet& packet);
    /// The same for a packet that is at its destination.
    Packet* find_at(const Host& host, const tcp::Packet& packet);
    /// A packet is offered; nullptr: it has no chain.
    Packet* add(const Host& from, const tcp::Packet& packet, core::Femtoseconds at);
    /// The first packet to `host` with matches(packet) is taken.
    template <class Matches>
    void take_if(const Host& host, core::Femtoseconds at, const Matches& matches);
    void add_complete(bool all);
    void forget_unused();
    void add_chain(const Direction& direction, const Packet& packet);
    /// Of the event queue.
    core::Femtoseconds from_queue(base::Femtoseconds t) const { return t + time_.origin(); }

    const TrafficBench& bench_;
    const unsigned run_;
    PacketPaths& paths_;
    StoppedTime time_;
    std::vector<std::unique_ptr<Host>> hosts_;
    std::vector<std::unique_ptr<Direction>> directions_;
    std::map<std::pair<tcp::Address, tcp::Address>, Direction*> by_address_;
    std::map<std::string, std::uint32_t> numbers_;  ///< Of the next packet, by direction.
    std::uint64_t ended_ = 0;
};

}  // namespace niclab::lab
