/// @file A bus at transaction level: it resolves the records of the agents at the end of each edge,
/// and repeats transactions with recorded timing.
///
/// Behaviour: agents that wait sleep. The change for which they wait wakes them: GNT#, an idle bus,
///   FRAME#.
///
/// A transaction with a known key is repeated from its recorded timing (transaction_timing.h), clock
/// by clock, with its own data. Its initiator and all targets have no edges until it is over.
/// Arbitration and all other initiators continue during that time. If the target's port is patient
/// (bus/target_if.h), all clocks of the transaction are repeated at its last clock, or when other
/// code reads the state.
///
/// An idle bus is repeated from its recorded timing (idle.h). The arbiter and the initiators have
/// no edges until one of them starts, receives a request, or other code reads the state. Their
/// state is then the same as with edges.
///
/// A wait clock of the first data phase is repeated until the target's port or limit, GNT# or a
/// request changes something. The agents have no edges meanwhile.
///
/// Not repeated as a whole: configuration and I/O accesses, dual address cycles, target aborts, and
///   ports that are not steady. Nor are an address with AD[1:0] other than 0, a burst to the end of
///   a window, and initiators with fast back-to-back. Nothing is repeated while a parity fault is
///   armed. If REQ# or GNT# change and the latency timer expires inside a transaction, and with
///   RST#, the state machines continue from the exact state at that clock.
/// Checks: for one repetition in 1000 the state machines run again. A difference ends the
///   simulation with std::logic_error, which names the key.
#pragma once

#include <cstdint>
#include <vector>

#include "core/clock.h"
#include "core/decoupled.h"
#include "pci/fast/idle.h"
#include "pci/fast/timing_cache.h"
#include "pci/fast/transaction_timing.h"
#include "pci/wire_record.h"

namespace niclab::pci {

class Arbiter;
class Initiator;
class Target;
class TwoLevelBus;

class TransactionBus : public WireRecord, public core::Decoupled {
public:
    template <class Agent>
    struct BusAgent {
        Agent* agent;
        unsigned half;
    };
    struct BusAgents {
        core::Clock& clock;
        Arbiter& arbiter;
        std::vector<BusAgent<Initiator>> initiators;  ///< In the order of their pairs.
        std::vector<BusAgent<Target>> targets;
    };
    /// The present levels of the wires.
    struct Now {
        Levels levels;
        std::vector<Levels> drive;
        std::uint32_t req, gnt;
    };
    struct Counts {
        std::uint64_t timings = 0, repeated = 0, left = 0;
        std::uint64_t idle_timings = 0, idle_repeated = 0,
                      idle_left = 0;    ///< Left before all of its clocks had passed.
        std::uint64_t wait_clocks = 0;  ///< Repeated ones.
    };
    /// The last repeated wait clocks, for observers: each is like the sample before it. `number` counts
    /// them up to now.
    struct RepeatedWait {
        unsigned clocks = 0;
        std::uint64_t number = 0;
    };
    /// The last idle interval of the bus that was repeated, for observers. It has the recorded
    /// timing, the number of sampled clocks (including the one that ended the interval) and the
    /// first of these clocks. It also has the number of intervals up to this one.
    struct RepeatedIdle {
        const IdleTiming* timing = nullptr;
        std::uint64_t samples = 0, cycle = 0;
        core::Femtoseconds at = 0;
        std::uint64_t number = 0;
        const IdleClock& clock(std::uint64_t n) const { return n == 0 ? timing->from : timing->clocks[n - 1]; }
    };

    TransactionBus(const TwoLevelBus& bus, const BusAgents& agents);
    /// Starts with the present levels of the wires.
    void begin(const Now& now);
    /// Whether the bus is idle and nothing is repeated, so that the records equal the levels of the
    /// wires.
    bool is_idle();

    /// To be called before all other methods of an edge.
    void before_edge() {
        if (idle_ && (masters_.any_awake() || !(idle_->stays || edge_request_.open()))) end_idle(1);
        if (wait_clocks_ != 0 && (masters_.any_awake() || !edge_request_.open())) end_wait();
    }
    /// To be called after all other methods of an edge.
    void on_edge();
    /// Whether agents made changes that are not visible yet.
    bool has_changes() const { return dirty; }
    /// Makes the changes of the agents visible to all.
    void commit();
    void settle() override;
    void synchronize() override;
    void reschedule() override {}
    /// Ends late repetition for an observer. From now on each clock of the present transaction is
    /// repeated at its time, and the clocks of an idle bus up to now have passed.
    void show_each_clock();
    /// Whether an idle bus is being repeated. This ends when an observer requires each clock at its
    /// time.
    bool is_idle_repeated() const { return idle_ != nullptr; }
    /// The same for a wait clock.
    bool is_wait_repeated() const { return wait_clocks_ != 0; }
    /// The clocks of an idle bus and of waits are not repeated from now on.
    void disable_idle_repetition() { repeats_idle_ = false; }
    /// Whether transactions and idle intervals that begin from now on are repeated.
    void set_repetition(bool on) { repeats_ = on; }
    /// Runs the state machines again for each repetition, not for one in 1000.
    void compare_each_repetition() { timings_.compare_each(), idle_timings_.compare_each(); }
    /// Processes the clocks of an idle bus, or of a wait, up to now.
    void finish_idle() {
        if (idle_) end_idle();
        end_wait();
    }

    /// The recorded timing that is being repeated, or nullptr; how many of its clocks have passed;
    /// its initiator.
    const TransactionTiming* transaction() const { return timing_; }
    unsigned transaction_clocks() const { return done_; }
    unsigned transaction_pair() const { return pair_; }
    unsigned transaction_initiator_half() const { return agents_.initiators[pair_].half; }
    unsigned transaction_target_half() const { return agents_.targets[transaction_.target].half; }
    /// The clocks, with their levels, of a repeated transaction before the state machines continued
    /// it.
    const std::vector<TransactionClock>& left_clocks() const { return left_clocks_; }
    const RepeatedIdle& repeated_idle() const { return repeated_idle_; }
    const RepeatedWait& repeated_wait() const { return repeated_wait_; }
    Counts counts() const {
        return {timings_.size(), timings_.repeated(), left_, idle_timings_.size(), idle_timings_.repeated(),
                idle_left_,      wait_clocks_passed_};
    }

private:
    void on_address();
    void commit_requests();
    void commit_levels();
    void plan();
    bool find_agents();
    void begin(const TransactionTiming& timing);
    void repeat_deferred();
    unsigned passed(unsigned most);
    void repeat_to(unsigned clock);
    void call(const TransactionCall& c, unsigned n);
    void count(const TransactionCounts& before, const TransactionCounts& after);
    void show(const TransactionClock& c);
    void finish();
    void stop_repeating();
    void resume_agents_at_once();
    void suspend_agents();
    void wake_agents_at_once();
    void resume_agents();
    void begin_idle();
    std::uint32_t awake_initiators() const;
    void end_idle(unsigned sampled_now = 0);
    void stand_at(const IdleTiming& timing, std::size_t clock);
    void begin_wait();
    bool find_wait();
    void end_wait();

    const TwoLevelBus& bus_;
    BusAgents agents_;
    bool framed_ = false;  ///< The last commit asserted FRAME#.

    TimingCache<TransactionKey, TransactionTiming> timings_;
    TransactionAgents transaction_;
    const TransactionTiming* timing_ = nullptr;
    unsigned done_ = 0, pair_ = 0;
    bool deferred_ = false;  ///< The clocks of the transaction are repeated at its last clock.
    core::Clock::EdgeRequest edge_request_;
    core::EdgeCursor edge_;  ///< Edge of the first clock that is still to be repeated.
    std::size_t calls_ = 0;
    bus::TargetPort* port_ = nullptr;
    bus::TargetPort::Access access_{};
    core::Femtoseconds address_at_ = 0, first_data_ = 0, last_data_ = 0;
    std::vector<std::uint32_t> read_;  ///< Results of the calls of the port; 0 for a write.
    std::vector<TransactionClock> left_clocks_;

    core::Clock::Methods masters_;  ///< Methods of the arbiter and the initiators.
    IdleAgents idle_agents_;
    TimingCache<IdleKey, IdleTiming> idle_timings_;
    const IdleTiming* idle_ = nullptr;  ///< Timing of the idle bus that is repeated since the last edge; `edge_` is its
                                        ///< first clock.
    bool repeats_ = true, repeats_idle_ = true;
    RepeatedIdle repeated_idle_;
    std::uint64_t left_ = 0, idle_left_ = 0;

    unsigned wait_clocks_ = 0;  ///< Most clocks of the wait that is repeated since the last edge; 0: none.
    core::Timer port_changed_;
    RepeatedWait repeated_wait_;
    std::uint64_t wait_clocks_passed_ = 0;
};

}  // namespace niclab::pci
