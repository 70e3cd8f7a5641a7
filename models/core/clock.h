/// @file A clock that calls the attached methods at each rising edge and stops while no module
/// needs it.
///
/// Behaviour: the dispatcher calls the clock, which calls what is attached to it. Observers are
///   called first. They see the levels that the edge samples and nothing of what the edge launches.
/// Timing: edge n is at origin + n * period, whether it is delivered or not; the grid does not move
///   while the clock is stopped. `slip` moves the grid once: a run redraws the phase of a
///   free-running oscillator with it. `retune` changes the period.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <systemc>
#include <vector>

#include "core/dispatcher.h"
#include "core/wire.h"

namespace niclab::core {

/// A method of a module, as a clock calls it.
struct EdgeCall {
    void (*call)(void* module);
    void* module;
    const sc_core::sc_object* owner;
};
template <auto kMethod, class Module>
EdgeCall edge_call(Module& module) {
    return {[](void* self) { (static_cast<Module*>(self)->*kMethod)(); }, &module, &module};
}

class Clock : public sc_core::sc_module, public ActivitySource {
public:
    struct Config {
        Femtoseconds period_fs = 30'303'030;  ///< Greater than 0.
        Femtoseconds phase_fs = 0;            ///< Time of the first edge; 0 means one period.
        bool always_on = false;               ///< Edges are delivered even when no module has acquired the clock.
    };
    /// Edges from `from_fs` to `to_fs` (both included) are at from_fs + k * period_fs.
    struct Segment {
        Femtoseconds from_fs, to_fs, period_fs;
    };

    /// Throws std::logic_error if set_time_resolution() was not called: all times would be wrong
    /// silently.
    Clock(sc_core::sc_module_name name, const Config& config);
    ~Clock() override;

    /// Event of each rising edge that is delivered while a module holds the clock. After the first
    /// call of this function the kernel advances to every edge.
    const sc_core::sc_event& edge() const;
    /// Attaches `method`, which is called at each delivered edge unless it sleeps. Returns its
    /// number, the argument of the two functions below.
    std::size_t attach(EdgeCall method);
    /// Attaches `method` as an observer, called before all attached methods. An observer does not
    /// hold the clock and never sleeps.
    void observe(EdgeCall method) const { observers_.push_back(method); }
    /// Calls method number `i` again, from the first edge after now on.
    void wake(std::size_t i) { methods_[i].since = now_fs(), awake_[i / kWord] |= bit(i); }
    void sleep(std::size_t i) { awake_[i / kWord] &= ~bit(i); }
    bool awake(std::size_t i) const { return (awake_[i / kWord] & bit(i)) != 0; }
    /// Calls method number `i` again, from an edge at the present time on, if the methods of that
    /// edge are still to be called.
    void wake_at_once(std::size_t i) { methods_[i].since = kNotDue, awake_[i / kWord] |= bit(i); }
    /// A set of methods of a clock, with a fast check whether any of them is awake.
    class Methods {
    public:
        explicit Methods(const Clock& clock) : clock_(&clock) {}
        void add(std::size_t i) {
            if (words_.size() <= i / kWord) words_.resize(i / kWord + 1);
            words_[i / kWord] |= bit(i);
        }
        bool any_awake() const {
            for (std::size_t word = 0; word < words_.size(); ++word)
                if ((words_[word] & clock_->awake_[word]) != 0) return true;
            return false;
        }

    private:
        const Clock* clock_;
        std::vector<std::uint64_t> words_;  ///< One bit per method.
    };
    /// A request for one edge, which is delivered even if no module holds the clock at that time.
    class EdgeRequest {
    public:
        /// `method`: number of the method that wakes at that edge and holds the clock from then on.
        explicit EdgeRequest(Clock& clock, std::size_t method = kNobody) : clock_(&clock), method_(method) {
            clock.edge_requests_.push_back(this);
        }
        EdgeRequest(const EdgeRequest&) = delete;
        ~EdgeRequest();
        /// Requests the edge number `edges` (>= 1) after the last edge up to now; replaces an
        /// earlier request.
        void in(std::uint64_t edges);
        void drop() { edge_ = kNotDue; }
        bool open() const { return edge_ != kNotDue; }

    private:
        friend class Clock;
        Clock* clock_;  ///< nullptr: the clock was destroyed.
        std::size_t method_;
        Femtoseconds edge_ = kNotDue;
    };
    Femtoseconds period_fs() const { return config_.period_fs; }
    /// Number of edges up to and including now, delivered or not.
    std::uint64_t cycle() const {
        const Femtoseconds now = now_fs();
        return is_known(now) ? known_cycle_ : cycle_at(now);
    }
    /// First edge strictly after `t`, which must not be before the last slip.
    Femtoseconds edge_after(Femtoseconds t) const {
        return is_known(t) ? known_edge_ + config_.period_fs : next_after(t);
    }
    /// Whether there is an edge at `t`, which must not be before the last slip.
    bool is_edge(Femtoseconds t) const { return edge_after(t - 1) == t; }

    /// Acquires the clock: while at least one holder has acquired it, edges are delivered. The next
    /// one is strictly after now.
    void acquire() {
        if (++holders_ == 1 && !ticking_) arm();
    }
    void release() {
        assert(holders_ > 0);
        --holders_;
    }
    /// Whether there is an edge at the present time at which some methods are still to be called.
    bool at_edge() const { return awaited_ == now_fs(); }

    /// The next edge and all later ones come `delay_fs` later.
    void slip(Femtoseconds delay_fs);
    /// The next edge stays where it is, later ones follow at intervals of `period_fs`: the clock
    /// follows another one.
    void retune(Femtoseconds period_fs);
    /// The grids of edges that this clock has had, oldest first; a waveform needs them to draw the
    /// clock.
    const std::vector<Segment>& segments() const { return segments_; }

    Activity activity() const override { return {calls_, 0, 0}; }

private:
    friend class EdgeCursor;
    struct Method {
        EdgeCall method;
        Femtoseconds since;  ///< Time of the wake-up.
    };
    static constexpr std::size_t kWord = 64, kNobody = ~std::size_t{0};
    static std::uint64_t bit(std::size_t i) { return std::uint64_t{1} << i % kWord; }
    void tick();
    void fulfil(EdgeRequest& request);
    void arm();
    void await(Femtoseconds edge);
    void fulfil_requests(Femtoseconds now);
    Femtoseconds first_requested();
    /// If called at an edge, no division is needed, unless the grid was moved at this time.
    Femtoseconds next_edge() const {
        const Femtoseconds now = now_fs();
        return ticking_ && now >= segments_.back().from_fs ? now + config_.period_fs : edge_after(now);
    }
    void begin_segment(Femtoseconds from_fs);
    /// Whether the known edge is the last one up to `t`.
    bool is_known(Femtoseconds t) const { return t - known_edge_ < config_.period_fs; }
    std::uint64_t cycle_at(Femtoseconds now) const;
    Femtoseconds next_after(Femtoseconds t) const;
    void go_to(Femtoseconds t) const;

    Config config_;
    Timer due_ = Timer::of<&Clock::tick>(*this);
    mutable sc_core::sc_event edge_;
    mutable bool heard_ = false;  ///< An observer uses that event.
    std::vector<Method> methods_;
    std::vector<std::uint64_t> awake_;         ///< One bit per method.
    mutable std::vector<EdgeCall> observers_;  ///< Mutable: an observer does not change the clock.
    std::vector<EdgeRequest*> edge_requests_;
    Femtoseconds first_request_ = kNotDue;  ///< No open request is for an edge before it.
    std::vector<Segment> segments_;
    std::uint64_t cycles_before_segment_ = 0;
    /// An edge of the present grid and its number. Successive queries are for close times, and a
    /// division takes long.
    mutable Femtoseconds known_edge_ = 0;
    mutable std::uint64_t known_cycle_ = 1;
    unsigned holders_ = 0;
    Femtoseconds awaited_ = kNotDue;  ///< The next edge to be delivered.
    bool ticking_ = false;
    std::uint64_t calls_ = 0;
};

/// A cursor over the edges of a clock, delivered or not; for code that runs edges late.
class EdgeCursor {
public:
    /// Starts at the first edge after now.
    explicit EdgeCursor(const Clock& clock)
        : clock_(&clock), segment_(clock.segments_.size() - 1), edge_(clock.edge_after(now_fs())) {}
    /// Time of the current edge.
    Femtoseconds edge() const { return edge_; }
    /// Time of the edge `n` edges after the current one, provided that the clock is neither slipped
    /// nor retuned.
    Femtoseconds ahead(std::uint64_t n) const { return edge_ + n * clock_->segments_[segment_].period_fs; }
    /// Advances by `n` edges, under the same condition.
    void advance(std::uint64_t n) { edge_ = ahead(n); }
    /// Whether the clock was neither slipped nor retuned after the current edge.
    bool on_present_grid() const { return segment_ + 1 == clock_->segments_.size(); }
    /// Number of edges from the current one up to `t`, but not beyond the next slip.
    std::uint64_t edges_to(Femtoseconds t) const {
        const Clock::Segment& segment = clock_->segments_[segment_];
        return ((t < segment.to_fs ? t : segment.to_fs) - edge_) / segment.period_fs + 1;
    }
    /// The same, limited to `most` >= 1. No division is needed if there are at least `most` edges.
    std::uint64_t edges_to(Femtoseconds t, std::uint64_t most) const {
        const Femtoseconds last = ahead(most - 1);
        return last <= t && last <= clock_->segments_[segment_].to_fs ? most : std::min(most, edges_to(t));
    }
    Femtoseconds period_fs() const { return clock_->segments_[segment_].period_fs; }
    void next() {
        edge_ += clock_->segments_[segment_].period_fs;
        settle();
    }
    /// Updates the current edge after a slip of the clock.
    void settle() {
        const auto& segments = clock_->segments_;
        while (segment_ + 1 < segments.size() && edge_ > segments[segment_].to_fs) edge_ = segments[++segment_].from_fs;
    }
    /// Skips edges while at least `n` remain before the first edge after `t` and before the next
    /// slip.
    void skip(Femtoseconds t, std::uint64_t n) {
        settle();
        const Clock::Segment& segment = clock_->segments_[segment_];
        const Femtoseconds last = t < segment.to_fs ? t : segment.to_fs;
        if (edge_ + n * segment.period_fs > last) return;
        edge_ += ((last - edge_) / segment.period_fs - n + 1) * segment.period_fs;
    }

private:
    const Clock* clock_;
    std::size_t segment_;
    Femtoseconds edge_;
};

}  // namespace niclab::core
