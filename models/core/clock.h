/// @file  A clock, called at each rising edge, which sleeps while nobody needs it.
///
/// At an edge the clock itself calls what is attached to it; the dispatcher calls the clock.
/// Observers come first, so that they see the levels that the edge samples and nothing of what it launches.
/// The grid of edges never moves while the clock sleeps: edge n is at origin + n * period, delivered or not.
/// `slip` moves the grid once, which is how a run redraws the phase of a free-running oscillator; `retune` changes its
/// pitch.
#pragma once

#include <algorithm>
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
        Femtoseconds period_fs = 30'303'030;  ///< > 0
        Femtoseconds phase_fs = 0;            ///< First edge; 0 counts as one period.
        bool always_on = false;               ///< Edges are delivered even when nobody acquired the clock.
    };
    /// From `from_fs` to `to_fs` (both included) the edges are at from_fs + k * period_fs.
    struct Segment {
        Femtoseconds from_fs, to_fs, period_fs;
    };

    /// Throws std::logic_error where set_time_resolution() was forgotten: times would be wrong without a word.
    Clock(sc_core::sc_module_name name, const Config& config);
    ~Clock() override;

    /// Fires at each rising edge, as long as somebody holds the clock. Whoever asks for it keeps the kernel with each edge.
    const sc_core::sc_event& edge() const;
    /// Has `method` called at each delivered edge, unless it was put to sleep. Returns its number, for the two below.
    std::size_t attach(EdgeCall method);
    /// Likewise, before all that is attached. Who watches holds no clock and never sleeps.
    void observe(EdgeCall method) const { observers_.push_back(method); }
    /// Calls method number `i` again, from the first edge after now on.
    void wake(std::size_t i) { methods_[i].since = now_fs(), awake_[i / kWord] |= bit(i); }
    void sleep(std::size_t i) { awake_[i / kWord] &= ~bit(i); }
    bool awake(std::size_t i) const { return (awake_[i / kWord] & bit(i)) != 0; }
    /// Likewise, from an edge at this very moment on, if the methods of that are not called yet.
    void wake_at_once(std::size_t i) { methods_[i].since = kNotDue, awake_[i / kWord] |= bit(i); }
    /// Some of its methods, to be asked at once whether any of them is awake.
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
        std::vector<std::uint64_t> words_;  ///< A bit each.
    };
    /// An edge that somebody wants though nobody may hold the clock then.
    class Wish {
    public:
        /// `method`: number of the one that is awake again from that edge on, and holds the clock.
        explicit Wish(Clock& clock, std::size_t method = kNobody) : clock_(&clock), method_(method) {
            clock.wishes_.push_back(this);
        }
        Wish(const Wish&) = delete;
        ~Wish();
        /// The edge `edges` behind the last one up to now, in place of what was wished before; >= 1.
        void in(std::uint64_t edges);
        void drop() { edge_ = kNotDue; }
        bool open() const { return edge_ != kNotDue; }

    private:
        friend class Clock;
        Clock* clock_;  ///< nullptr: it is gone.
        std::size_t method_;
        Femtoseconds edge_ = kNotDue;
    };
    Femtoseconds period_fs() const { return config_.period_fs; }
    /// Edges up to and including now, delivered or slept.
    std::uint64_t cycle() const;
    /// First edge strictly after `t`, which must not lie before the last slip.
    Femtoseconds edge_after(Femtoseconds t) const;
    /// `t`, likewise, is an edge.
    bool is_edge(Femtoseconds t) const { return edge_after(t - 1) == t; }

    /// While at least one holder has acquired the clock, edges are delivered, the next one strictly after now.
    void acquire();
    void release();
    /// An edge comes at this very moment whose methods are not all called yet.
    bool at_edge() const { return awaited_ == now_fs(); }

    /// The next edge and all later ones come `delay_fs` later.
    void slip(Femtoseconds delay_fs);
    /// The next edge stays where it is, later ones come `period_fs` apart: the clock follows another one.
    void retune(Femtoseconds period_fs);
    /// The grids of edges this clock has had, oldest first; what a waveform needs to draw it.
    const std::vector<Segment>& segments() const { return segments_; }

    Activity activity() const override { return {calls_, 0, 0}; }

private:
    friend class EdgeCursor;
    struct Method {
        EdgeCall method;
        Femtoseconds since;  ///< When it was woken.
    };
    static constexpr std::size_t kWord = 64, kNobody = ~std::size_t{0};
    static std::uint64_t bit(std::size_t i) { return std::uint64_t{1} << i % kWord; }
    void tick();
    void fulfil(Wish& wish);
    void arm();
    void await(Femtoseconds edge);
    Femtoseconds wished() const;
    Femtoseconds next_edge() const;
    void begin_segment(Femtoseconds from_fs);
    void go_to(Femtoseconds t) const;

    Config config_;
    Due due_ = Due::of<&Clock::tick>(*this);
    mutable sc_core::sc_event edge_;
    mutable bool heard_ = false;  ///< Somebody hears that event.
    std::vector<Method> methods_;
    std::vector<std::uint64_t> awake_;         ///< Of the methods, a bit each.
    mutable std::vector<EdgeCall> observers_;  ///< To be watched changes nothing of a clock.
    std::vector<Wish*> wishes_;
    std::vector<Segment> segments_;
    std::uint64_t cycles_before_segment_ = 0;
    /// An edge of the present grid and its number: edges are asked for close to each other, and to divide takes long.
    mutable Femtoseconds known_edge_ = 0;
    mutable std::uint64_t known_cycle_ = 1;
    unsigned holders_ = 0;
    Femtoseconds awaited_ = kNotDue;  ///< The edge that is delivered next.
    bool ticking_ = false;
    std::uint64_t calls_ = 0;
};

/// One edge of a clock after the other, whether the clock delivers them or not; for whoever runs edges late.
class EdgeCursor {
public:
    /// At the first edge after now.
    explicit EdgeCursor(const Clock& clock)
        : clock_(&clock), segment_(clock.segments_.size() - 1), edge_(clock.edge_after(now_fs())) {}
    /// The edge it stands at.
    Femtoseconds edge() const { return edge_; }
    /// The edge `n` behind it, as long as nobody slips or retunes the clock.
    Femtoseconds ahead(std::uint64_t n) const { return edge_ + n * clock_->segments_[segment_].period_fs; }
    /// Steps over `n` edges, likewise.
    void advance(std::uint64_t n) { edge_ = ahead(n); }
    /// Edges from this one up to `t`, and to the next slip, not before it.
    std::uint64_t edges_to(Femtoseconds t) const {
        const Clock::Segment& segment = clock_->segments_[segment_];
        return ((t < segment.to_fs ? t : segment.to_fs) - edge_) / segment.period_fs + 1;
    }
    /// Likewise, but no more than `most` >= 1, which takes no division where there are as many.
    std::uint64_t edges_to(Femtoseconds t, std::uint64_t most) const {
        const Femtoseconds last = ahead(most - 1);
        return last <= t && last <= clock_->segments_[segment_].to_fs ? most : std::min(most, edges_to(t));
    }
    Femtoseconds period_fs() const { return clock_->segments_[segment_].period_fs; }
    void next() {
        edge_ += clock_->segments_[segment_].period_fs;
        settle();
    }
    /// The clock may have slipped: so may the edge.
    void settle() {
        const auto& segments = clock_->segments_;
        while (segment_ + 1 < segments.size() && edge_ > segments[segment_].to_fs) edge_ = segments[++segment_].from_fs;
    }
    /// Steps over edges as long as at least `n` are left before the first one after `t` or before the next slip.
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
