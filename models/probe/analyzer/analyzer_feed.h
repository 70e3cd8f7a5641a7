/// @file The inputs of a logic analyzer: the present levels of the signals of its channels.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "probe/analyzer/analyzer_trigger.h"
#include "probe/wave/wave_sink.h"

namespace niclab::probe {

/// A channel, or several adjacent ones: bits `low` to `low + bits - 1` of a signal.
struct AnalyzerChannel {
    std::string label, signal;  ///< `signal`: full name without range.
    unsigned low = 0, bits = 1;
    unsigned position = 0;  ///< Position of its lowest bit in a sample.
    Sample mask() const { return (bits == 64 ? ~Sample{0} : (Sample{1} << bits) - 1) << position; }
};

class AnalyzerFeed : public WaveSink {
public:
    explicit AnalyzerFeed(std::vector<AnalyzerChannel> channels);

    Id add(const std::string& scope, const std::string& name, unsigned bits, std::uint64_t initial, bool z) override;
    void add_clock(const std::string& scope, const std::string& name, const core::Clock& clock) override;

    std::size_t wanted() const override { return levels_.size(); }

    const std::vector<AnalyzerChannel>& channels() const { return channels_; }
    /// Labels of channels with a signal that was not added, or has fewer bits.
    std::vector<std::string> unconnected() const;
    /// The clock with that full name, or nullptr.
    const core::Clock* clock(const std::string& name) const;
    std::vector<std::string> clock_names() const;
    /// All channels as the pins are at `now`: a change is visible 2 ns after the edge that launched
    /// it.
    Sample sample(core::Femtoseconds now) const;

private:
    static constexpr core::Femtoseconds kDelay = 2'000'000;
    struct Level {
        std::string name;
        unsigned bits;
        std::uint64_t value, before;
        core::Femtoseconds since;
        std::uint64_t at(core::Femtoseconds now) const { return now >= since ? value : before; }
    };
    struct Wire {
        std::size_t level;
        unsigned low, position;
        std::uint64_t mask;
    };
    void take(Id id, std::uint64_t value, bool) override {
        Level& l = levels_[id];
        const core::Femtoseconds now = core::now_fs();
        if (now >= l.since) l.before = l.value;
        l.value = value;
        l.since = now + kDelay;
    }

    std::vector<AnalyzerChannel> channels_;
    std::vector<Level> levels_;
    std::vector<Wire> wires_;
    std::map<std::string, const core::Clock*> clocks_;
};

}  // namespace niclab::probe
