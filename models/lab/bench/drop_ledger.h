/// @file A ledger of lost packets and cells: their flow, place and cause. Each packet has one
/// cause, so sums over places equal sums over flows. Cells of a packet that was lost for one cause
/// may have others.
#pragma once

#include <map>
#include <string>
#include <tuple>

#include "stack/drops.h"

namespace niclab::lab {

/// The flow of a packet: for TCP and UDP by the port of the flow's listener, for echoes by their
/// two hosts. Other packets belong to no flow.
class FlowFinder {
public:
    /// Adds the flow with the listener `port`; its number is that of the call.
    void add(tcp::Address from, tcp::Address to, std::uint16_t port, bool echoes);
    /// Number of the packet's flow; the number of flows if it belongs to none.
    std::size_t of(const tcp::Packet &packet) const;

private:
    std::map<std::uint16_t, std::size_t> by_port_;
    std::map<std::pair<tcp::Address, tcp::Address>, std::size_t> by_hosts_;
    std::size_t flows_ = 0;
};

class DropLedger {
public:
    struct Place {
        std::size_t flow = 0;   ///< Number of FlowFinder.
        std::string where;      ///< A host or a switch.
        bool in_stack = false;  ///< It was lost in the host's protocols.
        stack::Drop cause{};
        bool operator<(const Place &o) const {
            return std::tie(flow, where, in_stack, cause) < std::tie(o.flow, o.where, o.in_stack, o.cause);
        }
    };
    struct Lost {
        std::uint64_t packets = 0, octets = 0;  ///< Of IP.
        std::uint64_t cells = 0;
    };

    void note(const Place &place, const Lost &lost);
    /// Ordered by flow, place, cause.
    const std::map<Place, Lost> &all() const { return lost_; }
    /// Packets by cause: in the stacks, or below them.
    stack::DropCounts in_stacks(bool which) const;
    stack::DropCounts of_flow(std::size_t flow) const;
    /// Cells by cause.
    stack::DropCounts cells() const;

private:
    std::map<Place, Lost> lost_;
};

}  // namespace niclab::lab
