/// @file A repeater, or hub: it sends what it receives at one port to all others, and a jam to all
/// ports in a collision.
///
/// Source: IEEE 802.3 clause 9 (from memory of the standard). Preamble is regenerated, and no
///   fragment that leaves is shorter than 96 bits. A collision is a signal at two ports, or at a
///   port to which data is being sent. Its jam begins with 62 bits 1010... While one port remains
///   active, the jam goes only to the others.
/// Timing: the first bit leaves `start_symbols` bit times after the carrier that caused it. The
///   repeater has its own oscillator, and data passes a buffer of `hold_symbols`. Both *assumed*:
///   the standard limits the delay of data to 7.5 bit times, and that of a collision to 6.5.
/// Not modelled: auto-partition, jabber lock-up, 100 Mb/s.
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
    /// Attaches a port at `at_m` metres of a cable. To be called before the simulation starts.
    void attach(Segment& segment, double at_m);
    const Stats& stats() const { return stats_; }
    /// For transfers of whole frames (frame_transaction.h): the repeater repeats one port, and no other
    /// signal comes in.
    bool steady() const { return state_ == State::Repeating && sent_ > 0 && !collide(); }
    /// From now on edges happen only through run(), until resume(). Neither call may be at an edge.
    void suspend() { halt(); }
    void run(core::Femtoseconds first, std::uint64_t edges);
    void resume() { wake(); }
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
    std::size_t source_ = 0;    ///< The port that is repeated.
    unsigned waited_ = 0;       ///< Clocks since the begin of carrier.
    unsigned sent_ = 0;         ///< Bits of the present activity.
    std::size_t next_ = 0;      ///< Symbol of the source after its SFD; 0: not found yet.
    std::size_t searched_ = 0;  ///< Number of its symbols that were searched for the SFD.
    std::uint8_t last_ = 0;     ///< The last of them.
    unsigned ones_ = 0;         ///< Of the two ones at the end of the preamble, those sent.
    bool extending_ = false;
    Stats stats_;
};

/// A repeater with its own oscillator of 10 MHz.
struct Hub {
    static constexpr core::Femtoseconds kBit = 100'000'000;
    explicit Hub(core::Femtoseconds phase)
        : clock("repeater_clock", {kBit, phase, false}), repeater("repeater", clock) {}
    core::Clock clock;
    Repeater repeater;
};

}  // namespace niclab::medium
