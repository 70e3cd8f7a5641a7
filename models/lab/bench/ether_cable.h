/// @file An Ethernet line at signal level between hosts with a TCP: a cable with two ends, or a hub
/// with a cable per port. Each end is a card at the cycle level, or a MAC for a coarse card or for a
/// port of a switch.
///
/// Behaviour: frames are octets here. The record of the sender returns the packet of a frame that
///   arrives. Every other station receives each frame.
/// Timing: a link's delay is that of the cable and of both transceivers, of 50 ns each. A hub adds
///   its own delay (medium/repeater.h).
/// Checks: a received frame must have the octets that its sender recorded.
#pragma once

#include "lab/bench/ether_cycle_host.h"
#include "lab/bench/port_watch.h"
#include "lab/bench/signal_mac.h"
#include "medium/frame_transaction.h"

namespace niclab::lab {

class EtherCable {
public:
    /// An end of a link: its card at the cycle level, or nullptr.
    struct End {
        std::string name;
        EtherCycleHost* host = nullptr;
        std::optional<tcp::Address> address;  ///< Of a host; nothing: a port of a switch.
        bool full_duplex = false;
        base::Femtoseconds delay = 0;  ///< To the other end, or to the hub.
    };
    struct Config {
        std::string name;
        double bit_rate = 10e6;
        bool hub = false;
        std::uint64_t seed = 1;
    };
    /// `lost` is called with the number of an end towards which a frame was lost on the line.
    EtherCable(core::KernelBridge& kernel_bridge, const Config& config, const std::vector<End>& ends,
               base::RandomStream& phases, std::function<void(unsigned end, const stack::Loss&)> lost);
    ~EtherCable();

    /// The MAC for the card or the switch at that end, unless it is a card at the cycle level.
    net::FramePort* port(unsigned end) const;
    net::PortActivity activity(unsigned end) const;
    /// The MACs that belong to no card at the cycle level, with their names, for observers.
    std::vector<std::pair<std::string, SignalMac*>> own_macs() const;
    /// Frames are reported to the observers of their MACs, those of own_macs() in this order. To be
    /// called before the simulation begins. At signal level no frame is transferred as a whole.
    void follow(const std::vector<ether::SymbolWatch*>& of_own_macs, bool signal_level);
    bool is_idle();
    /// Frames that have arrived at some other station, and not at all of them.
    std::size_t under_way() const;
    /// Further copies of frames for the stations of a hub, and those of them that were for others
    /// and did not arrive.
    std::uint64_t copies() const { return copies_; }
    std::uint64_t filtered() const { return filtered_; }
    /// Nothing moves any more.
    void settle();
    /// Reports a packet that has left one card at the cycle level and arrives at another, for its
    /// host: both hosts, with its number in the record of each.
    struct Arrival {
        EtherCycleHost *from, *to;
        std::uint32_t sent, received;
    };
    core::Tap<Arrival> arrived;

private:
    struct Tap;
    void add_tap(const End& end, bool echo, base::RandomStream& phases);
    void add_frame_transactions();
    void arrive(unsigned end, const std::vector<std::uint8_t>& octets);
    /// A received packet: its sending end, and its number there.
    struct Claimed {
        tcp::Packet packet;
        unsigned from;
        std::uint32_t number;
    };
    std::optional<Claimed> claim(unsigned end, const std::vector<std::uint8_t>& frame);
    unsigned destination(unsigned from, const tcp::Packet& packet) const;
    void note_lost(unsigned end, const stack::Loss& loss);

    const Config config_;
    core::KernelBridge& kernel_bridge_;
    std::function<void(unsigned, const stack::Loss&)> lost_;
    std::vector<std::unique_ptr<medium::Segment>> cables_;
    std::unique_ptr<medium::Hub> hub_;
    std::vector<std::unique_ptr<Tap>> taps_;
    medium::FrameTransactions frames_;
    std::uint64_t copies_ = 0, filtered_ = 0, moved_ = 0, seen_ = 0;
};

}  // namespace niclab::lab
