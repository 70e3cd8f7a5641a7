/// @file  A transceiver with its encoder: between the pins of a MAC and a cable.
///
/// Source:        IEEE 802.3 clauses 7, 8 and 10 (from memory of the standard): carrier sense is on while anything is heard, the own
///                signal included; collision is on while another signal is heard beside the own one; the SQE test is a pulse of COL
///                behind each own transmission, 0.6 to 1.6 us after it, of 0.5 to 1.5 us.
/// Timing:        TXD is sampled one TXC after it was launched and enters the line `transmit_delay_ns` later. What comes from the line
///                shows in CRS, and as the first symbol in RXD, `receive_delay_ns` after its arrival; RXC is in phase with it from
///                then on: RXD changes with RXC's edges, and the MAC samples with the next one. COL has its own delay on top.
/// Ambiguous:     two foreign signals: clause 8 lets a transceiver tell of them only while it sends itself; by `receive_mode`, the
///                default, it tells of them always, as those of repeaters must. A MAC that does not send looks at neither.
///                The delays' defaults are *assumed*: the standard gives limits.
/// Data:          where signals meet their symbols are combined by exclusive or: *assumed*, any rule that spoils them does.
/// Not modelled:  jabber, link pulses, attenuation; RXC stands still between frames (a real one runs on for some clocks).
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
    unsigned lost_symbols = 0;      ///< 0 .. 16: of the preamble, until the transceiver is up.
    bool sqe_test = true;           ///< Of 10 Mb/s only: to be off at 100.
    double sqe_delay_ns = 1000;     ///< From the end of TXEN; 600 .. 1600
    double sqe_pulse_ns = 1000;     ///< 500 .. 1500
    bool receive_mode = true;       ///< Tells of two foreign signals without an own one.
    bool full_duplex = false;       ///< No collisions, no SQE test; carrier sense and data of foreign signals only.
};

class Transceiver : public sc_core::sc_module, public Listener, public core::ActivitySource {
public:
    /// At `at_m` metres of the cable. `txc` is the station's oscillator; `rxc`, of the same period, follows what is received and
    /// belongs to this module.
    Transceiver(sc_core::sc_module_name name, core::Clock& txc, core::Clock& rxc, Segment& segment, double at_m,
                const TransceiverConfig& config = {});

    ether::MacPins<core::Sink> pins;

    void signal_begins(const Heard& signal) override;
    void signal_ends(const Heard& signal) override;
    core::Femtoseconds receive_delay() const override { return from_ns(config_.receive_delay_ns); }
    core::Activity activity() const override { return {calls_, 0, 0}; }
    /// The cable is plugged in, or pulled out: as Segment::set_plugged.
    void set_plugged(bool plugged) { segment_.set_plugged(tap_, plugged); }

    /// For whoever hands frames over whole (whole_frame.h): a signal of its own begins.
    core::Signal<> begins;
    bool sends() const { return sending_; }
    /// Neither a collision nor an SQE test, now or to come.
    bool quiet() const { return !collision_ && !collision_seen_ && !sqe_ && !sqe_due_; }
    /// One signal has come, and its symbols are those on RXD.
    bool follows_one() const;
    /// Edges of TXC, or of RXC, are what symbols() and receive() are called for, until going on; neither at an edge.
    void stop_sending();
    void stop_receiving();
    /// What it launches: to be appended, a symbol an edge.
    std::vector<std::uint8_t>& symbols();
    /// Symbols that RXD had at the next `edges`, if they have come,
    bool has_come(std::size_t edges) const;
    const std::uint8_t* receive(std::size_t edges);
    /// and those of the last `edges` so far.
    const std::uint8_t* received(std::size_t edges) const;
    void go_on_sending();
    void go_on_receiving();

private:
    class Transmit;
    class Receive;
    /// A signal as it is heard here.
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
    Heard own_;  ///< What it launches, or launched last.
    bool sending_ = false;
    std::vector<Signal> heard_;  ///< The oldest first.
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
