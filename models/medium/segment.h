/// @file  A cable with taps at positions: what one station launches arrives at each tap after its distance.
///
/// Source:        10BASE5: 4.33 ns/m, up to 500 m; 10BASE2: 5.14 ns/m, up to 185 m (Allied Telesis, IEEE 802.3 Quick Primer, in the
///                installation manuals of CentreCOM 3606F and AT-6870). Twisted pair 0.59 c (Ethernet FAQ, 3.11, stason.org).
/// Ends:          a link of two stations is a segment with two taps: a half-duplex transceiver for pairs of wires lets its station hear
///                itself, as coax does, and two signals meet where a station sends and hears. Without `echo` nobody hears itself.
/// Pulled:        a tap that is off the cable hears itself and nobody else, and nobody hears it: both ends keep a terminator, *assumed*.
/// Not modelled:  attenuation, reflections, noise; a cable without terminator; one that is pulled amid a signal.
#pragma once

#include <queue>
#include <vector>

#include "core/wire.h"
#include "medium/transmission.h"

namespace niclab::medium {

struct SegmentConfig {
    double ns_per_m = 4.33;  ///< 3.34 .. 10
    bool echo = true;        ///< A tap hears what it launches itself.
};

class Segment : public sc_core::sc_module, public core::ActivitySource {
public:
    explicit Segment(sc_core::sc_module_name name, const SegmentConfig& config = {});

    /// A tap `at_m` metres from the cable's end; returns its number. Before the simulation starts.
    unsigned attach(Listener& listener, double at_m);
    /// Tap `tap` is plugged into the cable, or pulled out. Throws std::logic_error: a signal is on it.
    void set_plugged(unsigned tap, bool plugged);
    /// Signals that came to no tap but their own: theirs, or every other one, was pulled out.
    std::uint64_t unheard() const { return unheard_; }
    /// Tap `tap` launches `signal`, which begins now or later,
    void launch(unsigned tap, const Heard& signal);
    /// and has launched its last symbol.
    void finish(unsigned tap, const Heard& signal);
    /// From tap to tap, without the delays of listeners.
    core::Femtoseconds delay(unsigned from, unsigned to) const;
    /// A signal's begin or end has not come to all taps yet.
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
    unsigned launching_ = 0;  ///< Signals that have not ended where they began.
    sc_core::sc_event due_;
};

}  // namespace niclab::medium
