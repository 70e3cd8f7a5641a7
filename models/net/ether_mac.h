/// @file The MAC at one end of an Ethernet link between two stations, frame by frame on an event
/// queue.
///
/// Behaviour: it is the state machine of a MAC with pins (ether/transmit_machine.h). The same code
///   with the same random numbers decides on deferral, gap, jam and back-off, at the edges of its
///   own bit clock. Edges that only count are skipped. So are the octets of a frame that are not
///   observed, while nothing is received from the other end.
/// Timing: a signal of the other end is received `delay` later and sampled with the next edge. In
///   full duplex each direction is independent.
/// Not modelled: start-up delays and lost preamble bits of transceivers, which must be included in
///   `delay`; SQE test, link pulses, auto-negotiation, bit errors.
#pragma once

#include <algorithm>
#include <functional>
#include <string>

#include "base/event_queue.h"
#include "base/pool.h"
#include "ether/transmit_machine.h"
#include "net/frame_port.h"

namespace niclab::net {

struct EtherMacConfig {
    std::string name = "mac";  ///< Name of its stream of random numbers.
    double bit_rate = 10e6;    ///< 10e6, or more with four wires.
    ether::MacRules rules;
    Femtoseconds delay = 0;  ///< To the other end.
    Femtoseconds phase = 0;  ///< Of its bit clock.
    unsigned width() const { return bit_rate > 10e6 ? 4 : 1; }
};

class EtherMac : public FramePort, private ether::OctetSource, private ether::TransmitMachine::Watcher {
public:
    using Config = EtherMacConfig;
    using Stats = PortStats;
    /// Throws std::invalid_argument: rules out of range.
    EtherMac(base::EventQueue& event_queue, const Config& config, std::uint64_t seed);
    /// The other end of its link.
    void connect(EtherMac& peer) { peer_ = &peer; }
    void request() override { wake_behind(event_queue_.now()); }

    const Config& config() const { return config_; }
    const Stats& stats() const { return stats_; }
    const ether::TransmitMachine::Stats& sent() const { return machine_.stats(); }
    /// Time during which it or the other end was received here.
    Femtoseconds occupied() const { return stats_.occupied + (occupied_ ? event_queue_.now() - occupied_since_ : 0); }
    /// Time during which its own back-off kept it from an idle line.
    Femtoseconds held_off() const { return stats_.held_off + (occupied_ ? 0 : held_off_since(occupied_since_)); }
    /// Time of its transmissions, including collided attempts, without gaps.
    Femtoseconds sending() const { return stats_.sending + (machine_.drive().en ? event_queue_.now() - since_ : 0); }
    PortActivity activity() const;
    unsigned octets_out() const override;
    Femtoseconds when_out(unsigned octets) const override {
        return since_ + (config_.rules.header_bits() + 8 * Femtoseconds(octets)) * period_ / config_.width();
    }
    bool sends() const override { return machine_.drive().en; }
    /// Frames under way from the other end.
    std::size_t under_way() const { return on_line_.size(); }
    /// Reports events of its frames, at their edges; for tests and observers.
    std::function<void(Femtoseconds, const ether::TransmitEvent&)> watched;

private:
    bool ready() override { return station_->next(port_) != nullptr; }
    ether::FrameOptions begin(unsigned attempt) override;
    ether::NextOctet next() override;
    unsigned unseen_octets() const override { return octets_left_; }
    void skip_octets(unsigned octets) override { octets_left_ -= octets; }
    void ended(const ether::TransmitStatus& status) override;
    void on_transmit_event(const ether::TransmitEvent& event) override;

    Femtoseconds time_of(std::uint64_t edge) const { return config_.phase + edge * period_; }
    void wake(std::uint64_t edge);
    void wake_behind(Femtoseconds at);
    void on_edge(std::uint64_t edge);
    void hear(std::uint64_t on);
    void note_occupied();
    /// Since the line is idle.
    Femtoseconds held_off_since(Femtoseconds silent) const {
        const Femtoseconds end = std::min(event_queue_.now(), backs_off_until_);
        return end > silent ? end - silent : 0;
    }
    void arrive(std::uint64_t frame);

    base::EventQueue& event_queue_;
    const Config config_;
    const Femtoseconds period_;  ///< Of the clock.
    ether::TransmitMachine machine_;
    EtherMac* peer_ = nullptr;
    std::uint64_t last_ = 0;                    ///< The last edge that was computed; later ones only counted.
    std::uint64_t wanted_ = ~std::uint64_t{0};  ///< Edge at which the machine is to be computed.
    bool heard_ = false;                        ///< The other end's signal is present,
    Femtoseconds changed_ = 0;                  ///< the time at which it came or ended,
    bool overlapped_ = false;                   ///< and whether it overlapped an own one.
    unsigned octets_left_ = 0;                  ///< Of the attempt, without FCS.
    Femtoseconds since_ = 0;                    ///< Begin of its transmission.
    bool occupied_ = false;
    Femtoseconds occupied_since_ = 0;  ///< Begin of the present state.
    Femtoseconds backs_off_until_ = 0;
    base::Pool<Frame> on_line_;
    Stats stats_;
};

}  // namespace niclab::net
