/// @file The trigger machine of a logic analyzer: states that search for patterns, and the storage
/// qualifier of each.
///
/// Source: Dollas et al., section 3.1 and Figure 3: storage qualifiers "no state" and "any state",
///   occurrence counters, a delay in samples, a pattern within some samples after another.
/// Assumed: the sample that ends a state is stored whatever its qualifier (*assumed*: the paper's
///   trace shows such samples).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace niclab::probe {

/// One sample of all channels, channel k in bit k.
using Sample = std::uint64_t;

/// Required values and edges of some channels; the others are ignored.
struct TriggerPattern {
    Sample mask = 0, value = 0, rising = 0, falling = 0;
    bool matches(Sample before, Sample now) const {
        return ((now ^ value) & mask) == 0 && (rising & (before | ~now)) == 0 && (falling & (~before | now)) == 0;
    }
};

struct TriggerState {
    enum class Store { None, Any, Pattern };
    enum class Kind {
        Find,    ///< The pattern, `count` times.
        Within,  ///< The pattern in one of the `count` samples after the last with the opener.
        Wait,    ///< `count` samples.
        Sink     ///< The last state: the acquisition is complete.
    };
    std::string name;
    Kind kind = Kind::Find;
    Store store = Store::None;
    std::size_t pattern = 0, opener = 0, stored_pattern = 0;  ///< Indices of the program's patterns.
    unsigned count = 1;
    std::size_t next = 0;
};

struct TriggerProgram {
    static constexpr std::size_t kMostStates = 12;
    std::vector<TriggerPattern> patterns;
    std::vector<TriggerState> states;
};

/// Executes a program, sample by sample.
class TriggerMachine {
public:
    struct Step {
        bool store = false;
        bool ended = false;          ///< This sample ended the state.
        std::size_t state = 0;       ///< The ended or the present state.
        unsigned opened_before = 0;  ///< For Within: samples since the opener.
    };
    explicit TriggerMachine(const TriggerProgram& program) : program_(program) {}

    void restart() { enter(0); }
    Step feed(Sample before, Sample now);
    std::size_t state() const { return state_; }
    bool complete() const { return program_.states[state_].kind == TriggerState::Kind::Sink; }

private:
    void enter(std::size_t state);
    bool ends(const TriggerState& s, Sample before, Sample now);

    const TriggerProgram& program_;
    std::size_t state_ = 0;
    unsigned left_ = 0;  ///< Remaining occurrences or samples; for Within: remaining samples of the window.
    unsigned since_open_ = 0;
};

}  // namespace niclab::probe
