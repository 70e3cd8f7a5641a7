/// @file  A repeater, or hub: what comes in at one port goes out at all others, collisions at all.
///
/// Source:        IEEE 802.3 clause 9 (from memory of the standard): preamble is made anew, no fragment that leaves is shorter than 96 bits,
///                a collision is any signal at two ports, or at one that is being sent to; its jam begins with 62 bits 1010...; while
///                one port is left the jam goes to the others only.
/// Timing:        the first bit leaves `start_symbols` bit times behind the carrier that caused it; its own oscillator, data through a
///                store of `hold_symbols`. Both *assumed*: the standard limits the delay of data to 7.5 bit times, and that of a collision
///                to 6.5.
/// Not modelled:  auto-partition, jabber lock-up, 100 Mb/s.
#pragma once

#include <memory>
#include <vector>

#include "core/clocked.h"
#include "core/stats.h"
#include "medium/segment.h"

namespace niclab::medium {

struct RepeaterConfig {
    unsigned start_symbols = 3;  ///< 1 .. 8
    unsigned hold_symbols = 3;   ///< 1 .. 8
};

class Repeater : public core::Clocked, public core::StatsSource {
public:
    struct Stats {
        std::uint64_t frames = 0, collisions = 0, extended = 0;
    };

    Repeater(sc_core::sc_module_name name, core::Clock& clock, const RepeaterConfig& config = {});
    ~Repeater() override;
    /// A port at `at_m` metres of a cable. Before the simulation starts.
    void attach(Segment& segment, double at_m);
    const Stats& stats() const { return stats_; }
    /// For whoever hands frames over whole (whole_frame.h): it repeats, and nothing else comes in.
    bool steady() const { return state_ == State::Repeating && sent_ > 0 && !collide(); }
    /// From now on edges are what run() is called for, until go_on(); neither at an edge.
    void stand_still() { halt(); }
    void run(core::Femtoseconds first, std::uint64_t edges);
    void go_on() { wake(); }
    void describe(core::StatsVisitor& visitor) const override;

private:
    class Port;
    enum class State { Idle, Repeating, Jam };
    void on_clock();
    void begin();
    bool collide() const;
    void send(Port& source, core::Femtoseconds at);
    bool primed(const Port& source, core::Femtoseconds at);
    void jam();
    void stop();
    unsigned active() const;
    bool preamble() const { return sent_ % 2 == 0; }

    RepeaterConfig config_;
    std::vector<std::unique_ptr<Port>> ports_;
    State state_ = State::Idle;
    std::size_t source_ = 0;    ///< Port that is repeated.
    unsigned waited_ = 0;       ///< Clocks since carrier came.
    unsigned sent_ = 0;         ///< Bits of the present activity.
    std::size_t next_ = 0;      ///< Symbol of the source behind its SFD; 0: not found yet.
    std::size_t searched_ = 0;  ///< Symbols of it looked at for the SFD.
    std::uint8_t last_ = 0;     ///< The last of them.
    unsigned ones_ = 0;         ///< Of the two that end the preamble, sent.
    bool extending_ = false;
    Stats stats_;
};

/// One with an oscillator of its own, of 10 MHz.
struct Hub {
    static constexpr core::Femtoseconds kBit = 100'000'000;
    explicit Hub(core::Femtoseconds phase)
        : clock("repeater_clock", {kBit, phase, false}), repeater("repeater", clock) {}
    core::Clock clock;
    Repeater repeater;
};

}  // namespace niclab::medium
