/// @file  A bus off its wires: resolves what the agents' records say at the end of each edge, and repeats transactions.
///
/// Agents that wait sleep and are woken by the change they wait for: GNT#, an idle bus, FRAME#. A transaction whose key
/// was seen before is repeated by its shape (span.h), clock by clock, with its own data; its initiator and all targets
/// have no edges of their own until it is over. Arbitration, and all other initiators, go on meanwhile. Where the data are
/// behind a port that is patient, the clocks of a span are repeated with its last, or when somebody looks. An idle bus is
/// repeated by its shape (idle.h): arbiter and initiators have no edges of their own until one of them starts or is asked
/// for something, or somebody looks; they stand then where they would be.
///
/// Not repeated:  configuration, I/O, dual address cycles, target aborts; ports that are not steady; an address with
///                AD[1:0] other than 0 or a burst to the end of a window; initiators with fast back-to-back; while a
///                parity fault is armed. Where REQ# or GNT# move and the latency timer runs out inside a span, and with
///                RST#, the machines take over amid it, exactly where they would be.
/// Checked:       one repeated shape in 1000 is run through by the machines again; a difference ends the simulation with
///                std::logic_error, which names the key.
#pragma once

#include <cstdint>
#include <vector>

#include "core/clock.h"
#include "core/late.h"
#include "pci/flat.h"
#include "pci/idle.h"
#include "pci/shapes.h"
#include "pci/span.h"

namespace niclab::pci {

class Arbiter;
class Bus;
class Initiator;
class Target;

class FlatBus : public Flat, public core::Late {
public:
    template <class Agent>
    struct Party {
        Agent* agent;
        unsigned half;
    };
    struct Parties {
        core::Clock& clock;
        Arbiter& arbiter;
        std::vector<Party<Initiator>> initiators;  ///< In the order of their pairs.
        std::vector<Party<Target>> targets;
    };
    /// What is on the wires now.
    struct Now {
        Levels levels;
        std::vector<Levels> drive;
        std::uint32_t req, gnt;
    };
    struct Counts {
        std::uint64_t shapes = 0, repeated = 0, left = 0;
        std::uint64_t idle_shapes = 0, idle_repeated = 0,
                      idle_left = 0;  ///< Left: before all of its clocks had passed.
    };
    /// The last stretch of an idle bus that was repeated, for who watches: the shape, how many of its clocks were sampled (that of
    /// the edge at which it ended included), the first of them, and how many stretches there were up to it.
    struct Idled {
        const IdleShape* shape = nullptr;
        std::uint64_t samples = 0, cycle = 0;
        core::Femtoseconds at = 0;
        std::uint64_t number = 0;
        const IdleClock& clock(std::uint64_t n) const { return n == 0 ? shape->from : shape->clocks[n - 1]; }
    };

    FlatBus(const Bus& bus, const Parties& parties);
    /// From now on, with what is on the wires.
    void begin(const Now& now);
    /// The bus is idle, and nothing is being repeated: its records are what the wires would carry.
    bool rests();

    /// Before all that the clock calls at an edge.
    void before_edge() {
        if (idle_ && (masters_.any_awake() || !(idle_->stays || wish_.open()))) end_idle(1);
    }
    /// Behind all that it calls.
    void on_edge();
    /// What the agents changed since is what everybody samples from now on.
    void commit();
    void settle() override;
    void catch_up() override;
    void replan() override {}
    /// From here on each clock of the present span comes at its time, and those of an idle bus up to now have passed: somebody
    /// looks at it.
    void show_each_clock();
    /// An idle bus is being repeated. It is no longer as soon as somebody wants to be told of each clock at its time.
    bool idles() const { return idle_ != nullptr; }
    void keep_awake() { repeats_idle_ = false; }
    /// The clocks of an idle bus up to now have passed.
    void pass_idle() {
        if (idle_) end_idle();
    }

    /// The span that is being repeated, or nullptr; how many of its clocks have passed; whose it is.
    const SpanShape* span() const { return shape_; }
    unsigned span_clocks() const { return done_; }
    unsigned span_pair() const { return pair_; }
    unsigned span_initiator_half() const { return parties_.initiators[pair_].half; }
    unsigned span_target_half() const { return parties_.targets[span_.target].half; }
    /// What went over the bus in the span that the machines took over, up to there.
    const std::vector<SpanClock>& left_clocks() const { return left_clocks_; }
    const Idled& idled() const { return idled_; }
    Counts counts() const {
        return {shapes_.size(), shapes_.repeated(), left_, idle_shapes_.size(), idle_shapes_.repeated(), idle_left_};
    }

private:
    void on_address();
    void commit_requests();
    void commit_levels();
    void plan();
    bool find_parties();
    void begin(const SpanShape& shape);
    void repeat_late();
    unsigned passed(unsigned most);
    void repeat_to(unsigned clock);
    void call(const SpanCall& c);
    void count(const SpanCounts& before, const SpanCounts& after);
    void show(const SpanClock& c);
    void finish();
    void leave();
    void take_over();
    void hand_back();
    void begin_idle();
    std::uint32_t awake_initiators() const;
    void end_idle(unsigned sampled_now = 0);
    void stand_at(const IdleShape& shape, std::size_t clock);

    const Bus& bus_;
    Parties parties_;
    bool framed_ = false;  ///< FRAME# came with the last commit.

    Shapes<SpanKey, SpanShape> shapes_;
    SpanParties span_;
    const SpanShape* shape_ = nullptr;
    unsigned done_ = 0, pair_ = 0;
    bool late_ = false;  ///< Clocks of the span are repeated with the last of them.
    core::Clock::Wish wish_;
    core::EdgeCursor edge_;  ///< Of the span's first clock that was not repeated.
    std::size_t calls_ = 0;
    bus::TargetPort* port_ = nullptr;
    bus::TargetPort::Access access_{};
    core::Femtoseconds address_at_ = 0, first_data_ = 0, last_data_ = 0;
    std::vector<std::uint32_t> read_;  ///< What the calls gave; 0 for a write.
    std::vector<SpanClock> left_clocks_;

    core::Clock::Methods masters_;  ///< Of the arbiter and the initiators.
    IdleParties idle_parties_;
    Shapes<IdleKey, IdleShape> idle_shapes_;
    const IdleShape* idle_ = nullptr;  ///< Repeated since the last edge; `edge_` is its first clock.
    bool repeats_idle_ = true;
    Idled idled_;
    std::uint64_t left_ = 0, idle_left_ = 0;
};

}  // namespace niclab::pci
