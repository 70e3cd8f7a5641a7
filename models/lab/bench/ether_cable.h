/// @file An Ethernet line at signal level between hosts with a TCP: a cable with taps, of which a link
/// has two, or a hub with a cable per port. Each tap is a card at the cycle level, or a MAC for a
/// coarse card or for a port of a switch.
///
/// Behaviour: frames are octets here. The record of the sender returns the packet of a frame that
///   arrives. Every other station receives each frame.
/// Timing: the delay between two stations is that of the cable between them and of both
///   transceivers, of 50 ns each. A hub adds its own delay (medium/repeater.h).
/// Checks: a received frame must have the octets that its sender recorded.
#pragma once

#include "core/kernel_bridge.h"
#include "ether/mac.h"
#include "lab/bench/ether_cycle_host.h"
#include "lab/bench/signal_mac.h"
#include "medium/cabling.h"
#include "net/frame_port.h"

namespace niclab::lab {

/// The activity of a MAC at signal level: its attempts, and the busy times of its line.
class PortWatch : public sc_core::sc_module {
public:
    struct Line {
        double bit_rate;
        bool full_duplex;
        unsigned slot_bits;
    };
    PortWatch(sc_core::sc_module_name name, const core::KernelBridge& kernel_bridge,
              const ether::MacPins<core::Net>& wires, ether::Mac& mac, const Line& line)
        : sc_module(name), kernel_bridge_(kernel_bridge), wires_(wires), mac_(mac), line_(line) {
        SC_HAS_PROCESS(PortWatch);
        SC_METHOD(on_wires);
        sensitive << wires.txen << wires.crs;
        dont_initialize();
        mac.transmitter.event.listen([this](core::Femtoseconds, const ether::TransmitEvent& event) { note(event); });
    }
    /// Reports the begin of a transmission.
    std::function<void(base::Femtoseconds)> began;
    net::PortActivity activity() const {
        net::PortActivity a{line_.full_duplex, line_.bit_rate, mac_.transmitter.stats(), stats_};
        const ether::MacReceiver::Stats& in = mac_.receiver.stats();
        a.stats.received = in.good, a.stats.damaged = in.frames - in.good;
        if (sending_) a.stats.sending += now() - sending_since_;
        occupied_ ? a.stats.occupied += now() - changed_ : a.stats.held_off += held_off();
        return a;
    }
    /// No signal is on its line.
    bool is_quiet() const { return !wires_.txen.read() && !wires_.crs.read(); }

private:
    base::Femtoseconds now() const { return kernel_bridge_.now(); }
    /// Time of the present silence in its own back-off.
    base::Femtoseconds held_off() const {
        const base::Femtoseconds end = std::min(now(), backs_off_until_);
        return end > changed_ ? end - changed_ : 0;
    }
    void note(const ether::TransmitEvent& event) {
        stats_.slots += event.slots;
        if (event.what == ether::TransmitEvent::What::JamEnds)
            backs_off_until_ = now() + base::Femtoseconds(1e15 * event.slots * line_.slot_bits / line_.bit_rate);
    }
    void on_wires() {
        if (!kernel_bridge_.begun()) return;
        const bool sends = wires_.txen.read(), busy = sends || wires_.crs.read();
        if (sends != sending_) {
            if (sends && began) began(now());
            if (!sends) stats_.sending += now() - sending_since_;
            sending_ = sends, sending_since_ = now();
        }
        if (busy == occupied_) return;
        occupied_ ? stats_.occupied += now() - changed_ : stats_.held_off += held_off();
        occupied_ = busy, changed_ = now();
    }

    const core::KernelBridge& kernel_bridge_;
    const ether::MacPins<core::Net>& wires_;
    const ether::Mac& mac_;
    const Line line_;
    net::PortStats stats_;
    bool sending_ = false, occupied_ = false;
    base::Femtoseconds sending_since_ = 0, changed_ = 0, backs_off_until_ = 0;
};

class EtherCable {
public:
    /// A tap: its card at the cycle level, or nullptr.
    struct End {
        std::string name;
        EtherCycleHost* host = nullptr;
        std::optional<tcp::Address> address;  ///< Of a host; nothing: a port of a switch.
        const MacStation* station = nullptr;  ///< Of a host that is only a MAC.
        bool full_duplex = false;
        double at_m = 0;  ///< Its position on the cable; with a hub the length of its own cable.
    };
    struct Config {
        std::string name;
        double bit_rate = 10e6;
        bool hub = false;
        double ns_per_m = 5;
        std::uint64_t seed = 1;
    };
    /// `lost` is called with the number of an end towards which a frame was lost on the line.
    EtherCable(core::KernelBridge& kernel_bridge, const Config& config, const std::vector<End>& ends,
               base::RandomStream& phases, std::function<void(unsigned end, const stack::Loss&)> lost);
    ~EtherCable();

    /// The MAC for the card or the switch at that end, unless it is a card at the cycle level.
    net::FramePort* port(unsigned end) const;
    net::PortActivity activity(unsigned end) const;
    /// The MACs that belong to no card at the cycle level, for observers.
    std::vector<SingleMac> own_macs() const;
    /// Frames are reported to the observers of their MACs, those of own_macs() in this order. To be
    /// called before the simulation begins. At signal level no frame is transferred as a whole.
    void follow(const std::vector<ether::SymbolWatch*>& of_own_macs, bool signal_level);
    bool is_idle();
    /// Frames that have arrived at some other station, and not at all of them.
    std::size_t under_way() const;
    /// Further copies of frames for more than two stations, and those of them that were for others
    /// and did not arrive.
    std::uint64_t copies() const { return copies_; }
    std::uint64_t filtered() const { return filtered_; }
    /// Nothing moves any more.
    void settle();
    /// Reports a packet that has left a card at the cycle level, or arrives at one for its host.
    /// Both hosts, and its number in the record of each. nullptr: a coarse card or a switch.
    struct Arrival {
        EtherCycleHost *from, *to;
        std::uint32_t sent, received;
        const tcp::Packet& packet;
    };
    core::Tap<Arrival> arrived;

private:
    struct Tap;
    void add_tap(const End& end, base::RandomStream& phases);
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
    medium::Cabling cabling_;
    std::vector<std::unique_ptr<Tap>> taps_;
    std::uint64_t copies_ = 0, filtered_ = 0, moved_ = 0, seen_ = 0;
};

}  // namespace niclab::lab
