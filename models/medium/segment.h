/// @file A cable with taps at positions: a station's signal arrives at each tap after a delay that
/// depends on the distance.
///
/// Source: 10BASE5: 4.33 ns/m, up to 500 m; 10BASE2: 5.14 ns/m, up to 185 m. Both are from Allied
///   Telesis, IEEE 802.3 Quick Primer, in the installation manuals of CentreCOM 3606F and AT-6870.
///   Twisted pair 0.59 c (Ethernet FAQ, 3.11, stason.org).
/// Behaviour: a link of two stations is a segment with two taps. A half-duplex transceiver for
///   pairs of wires feeds the own signal back, as coax does. So two signals meet at a station that
///   transmits and receives. Without `echo` no station receives its own signal. A tap that is
///   unplugged receives only its own signal, and no other tap receives that: both ends keep a
///   terminator, *assumed*.
/// Not modelled: attenuation, reflections, noise; a cable without terminator; a tap that is
///   unplugged during a signal.
#pragma once

#include <cstdint>
#include <memory>
#include <queue>
#include <vector>

#include "core/time.h"
#include "core/wire.h"

namespace niclab::medium {

/// A signal that one station launches into a line, from the first bit to the last, and the
/// interface of its receivers.
///
/// Behaviour: all receivers share it. Each reads a symbol after its arrival and has no other source
///   of it.
struct Transmission {
    core::Femtoseconds begin = 0;       ///< Time at which symbol 0 enters the line.
    core::Femtoseconds period = 0;      ///< Of a symbol, which has one bit per data wire of the pins.
    std::vector<std::uint8_t> symbols;  ///< Launched up to now.
    bool over = false;                  ///< The last symbol was launched.
    core::Femtoseconds end() const { return begin + symbols.size() * period; }
};
using Heard = std::shared_ptr<const Transmission>;

/// A device on a line: a transceiver, a port of a repeater.
class Listener {
public:
    virtual ~Listener() = default;
    /// A signal begins now; its symbol k is complete at now + k periods and lasts for one period.
    virtual void signal_begins(const Heard& signal) = 0;
    /// The signal has ended.
    virtual void signal_ends(const Heard& signal) = 0;
    /// Delay between the line and the report of a signal.
    virtual core::Femtoseconds receive_delay() const = 0;
};

struct SegmentConfig {
    double ns_per_m = 4.33;  ///< 3.34 .. 10
    bool echo = true;        ///< A tap receives its own signal.
};

class Segment : public sc_core::sc_module, public core::ActivitySource {
public:
    explicit Segment(sc_core::sc_module_name name, const SegmentConfig& config = {});

    /// Attaches a tap at `at_m` metres from the cable's end; returns its number. To be called
    /// before the simulation starts.
    unsigned attach(Listener& listener, double at_m);
    /// Connects tap `tap` to the cable, or disconnects it. Throws std::logic_error if it has a
    /// signal.
    void set_plugged(unsigned tap, bool plugged);
    bool plugged(unsigned tap) const { return taps_[tap].plugged; }
    /// Number of signals that reached no other tap, because their tap or every other one was
    /// disconnected.
    std::uint64_t unheard() const { return unheard_; }
    /// Tap `tap` launches `signal`, which begins now or later.
    void launch(unsigned tap, const Heard& signal);
    /// Tap `tap` has launched the last symbol of `signal`.
    void finish(unsigned tap, const Heard& signal);
    /// Delay between two taps, without the delays of listeners.
    core::Femtoseconds delay(unsigned from, unsigned to) const;
    /// The begin or end of a signal has still to arrive at some tap.
    bool under_way() const { return !arrivals_.empty(); }
    unsigned taps() const { return unsigned(taps_.size()); }
    core::Activity activity() const override { return {calls_, 0, 0}; }

private:
    struct Tap {
        Listener* listener;
        double at_m;
        bool plugged = true;
    };
    struct Arrival {
        core::Femtoseconds when;
        std::uint64_t order;
        unsigned tap;
        bool begins;
        Heard signal;
        bool operator<(const Arrival& o) const { return when != o.when ? when > o.when : order > o.order; }
    };
    bool hears(unsigned tap, unsigned from) const;
    void send_out(unsigned from, core::Femtoseconds when, bool begins, const Heard& signal);
    void deliver();
    void arm();

    SegmentConfig config_;
    std::vector<Tap> taps_;
    std::priority_queue<Arrival> arrivals_;
    std::uint64_t order_ = 0, calls_ = 0, unheard_ = 0;
    unsigned launching_ = 0;  ///< Signals that have not ended at their source.
    sc_core::sc_event due_;
};

}  // namespace niclab::medium
