/// @file The span chains of packets between Ethernet cards at the cycle level in hosts with a TCP.
///
/// Behaviour: a chain begins when IP of one host offers the packet to the driver. It ends when IP of
///   the other host takes it. A packet with an event that was not observed, or out of order, has no
///   chain.
/// Limitations: other packets are those of net_paths.h.
#pragma once

#include <map>
#include <memory>

#include "lab/bench/traffic_bench.h"
#include "lab/results/packet_paths.h"
#include "lab/watch/frame_end.h"

namespace niclab::lab {

class FramePaths {
public:
    /// Adds the chains of `run` to `paths` as packets arrive. Both must outlive the simulation.
    FramePaths(const TrafficBench& bench, unsigned run, PacketPaths& paths);

private:
    void arrived(const EtherCable::Arrival& arrival);
    void add(const FrameEnd::Packet& packet, const FrameEnd& to);

    const unsigned run_;
    PacketPaths& paths_;
    std::map<const EtherCycleHost*, std::unique_ptr<FrameEnd>> ends_;
    std::map<std::string, std::uint32_t> numbers_;  ///< Of the next packet, by direction.
};

}  // namespace niclab::lab
