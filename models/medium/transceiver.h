/// @file A transceiver with its encoder, between the pins of a MAC and a cable.
///
/// Source: IEEE 802.3 clauses 7, 8 and 10 (from memory of the standard). Carrier sense is on during
///   any signal, including the own one. Collision is on during the own signal and another one. The
///   SQE test is a pulse of COL after each own transmission, 0.6 to 1.6 us after it, of 0.5 to 1.5
///   us.
/// Timing: TXD is sampled one TXC after it was launched and enters the line `transmit_delay_ns`
///   later. A signal of the line is visible in CRS, and its first symbol in RXD, `receive_delay_ns`
///   after its arrival. From then on RXC is in phase with it: RXD changes with RXC's edges, and the
///   MAC samples with the next one. COL has an additional delay.
///
/// Two foreign signals: clause 8 requires their detection only during an own transmission. With
/// `receive_mode`, the default, a transceiver always reports them, as those of repeaters must. A
/// MAC that does not transmit ignores COL in both cases. The defaults of the delays are *assumed*:
/// the standard gives limits.
///
/// Data: the symbols of overlapping signals are combined by exclusive or: *assumed*, any rule that
/// corrupts them is sufficient.
/// Not modelled: jabber, link pulses, attenuation. RXC stops between frames (a real one continues
///   for some clocks).
#pragma once

#include <memory>
#include <vector>

#include "core/clocked.h"
#include "core/signal.h"
#include "ether/pins.h"
#include "medium/segment.h"

namespace niclab::medium {

struct TransceiverConfig {
    double transmit_delay_ns = 50;  ///< 0.001 .. 10 000
    double receive_delay_ns = 50;   ///< 0 .. 10 000
    double collision_delay_ns = 0;  ///< 0 .. 10 000
    unsigned lost_symbols = 0;      ///< 0 .. 16: symbols of the preamble that are lost while the transceiver starts.
    bool sqe_test = true;           ///< Only of 10 Mb/s: must be off at 100.
    double sqe_delay_ns = 1000;     ///< From the end of TXEN; 600 .. 1600
    double sqe_pulse_ns = 1000;     ///< 500 .. 1500
    bool receive_mode = true;       ///< Reports two foreign signals without an own one.
    bool full_duplex = false;       ///< No collisions, no SQE test; carrier sense and data of foreign signals only.
};

class Transceiver : public sc_core::sc_module, public Listener, public core::ActivitySource {
public:
    /// At `at_m` metres of the cable. `txc` is the station's oscillator; `rxc`, of the same period,
    /// follows the received signal and belongs to this module.
    Transceiver(sc_core::sc_module_name name, core::Clock& txc, core::Clock& rxc, Segment& segment, double at_m,
                const TransceiverConfig& config = {});

    ether::MacPins<core::Sink> pins;

    void signal_begins(const Heard& signal) override;
    void signal_ends(const Heard& signal) override;
    core::Femtoseconds receive_delay() const override { return from_ns(config_.receive_delay_ns); }
    core::Activity activity() const override { return {calls_, 0, 0}; }
    /// Connects or disconnects the cable: as Segment::set_plugged.
    void set_plugged(bool plugged) { segment_.set_plugged(tap_, plugged); }
    bool plugged() const { return segment_.plugged(tap_); }

    /// For transfers of whole frames (frame_transaction.h): reports the begin of an own signal.
    core::Signal<> begins;
    bool sends() const { return sending_; }
    /// Neither a collision nor an SQE test is active or pending.
    bool quiet() const { return !collision_ && !collision_seen_ && !sqe_ && !sqe_due_; }
    /// Exactly one signal is received, and its symbols are on RXD.
    bool follows_one() const;
    /// Edges of TXC, or of RXC, are replaced by calls of symbols() and receive(), until sending or
    /// receiving goes on. No call may be at an edge.
    void suspend_sending();
    void suspend_receiving();
    /// The symbols that it launches; the caller appends one per edge.
    std::vector<std::uint8_t>& symbols();
    /// Whether the symbols of RXD for the next `edges` edges have arrived.
    bool has_come(std::size_t edges) const;
    const std::uint8_t* receive(std::size_t edges);
    /// The symbols of the last `edges` edges.
    const std::uint8_t* received(std::size_t edges) const;
    void resume_sending();
    void resume_receiving();

private:
    class Transmit;
    class Receive;
    /// A signal as received here.
    struct Signal {
        Heard signal;
        core::Femtoseconds arrived;
        std::uint8_t at(core::Femtoseconds t) const;
        bool lasts(core::Femtoseconds t) const;
    };
    static core::Femtoseconds from_ns(double ns) { return static_cast<core::Femtoseconds>(ns * 1e6 + 0.5); }
    bool hears(const Heard& signal) const { return !(config_.full_duplex && signal == own_); }
    void own_begins(const Heard& signal);
    void own_ends();
    void look_for_collision();
    void on_collision_seen();
    void on_sqe();

    TransceiverConfig config_;
    Segment& segment_;
    unsigned tap_;
    Heard own_;  ///< The signal that it launches, or launched last.
    bool sending_ = false;
    std::vector<Signal> heard_;  ///< Oldest first.
    bool collision_ = false;     ///< On the cable.
    bool collision_seen_ = false, sqe_ = false, sqe_due_ = false;
    sc_core::sc_event collision_event_, sqe_event_;
    std::uint64_t calls_ = 0;
    std::unique_ptr<Transmit> transmit_;
    std::unique_ptr<Receive> receive_;

public:
    ~Transceiver() override;
};

}  // namespace niclab::medium
