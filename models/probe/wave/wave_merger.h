/// @file The merge of clocks and changes of data into a waveform file, batch by batch.
///
/// Behaviour: it uses nothing of the simulation, so that a second thread can run it. The file does
///   not depend on how the changes are divided into batches.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "core/clock.h"
#include "probe/wave/wave_file.h"
#include "probe/wave/wave_sink.h"

namespace niclab::probe {

/// A change of a signal; of a row of text, `value` is its code.
struct WaveChange {
    core::Femtoseconds at;
    std::uint64_t value;
    WaveSink::Id id;
    bool z;
};

/// The edges of one clock in order, reconstructed from its grids.
class ClockWave {
public:
    using Segments = std::vector<core::Clock::Segment>;

    /// `id`: its signal. `first`: the first grid of the clock.
    ClockWave(WaveSink::Id id, const core::Clock::Segment& first) : ids_{id}, segments_{first}, next_(first.from_fs) {
        enter(0);
    }
    /// Another signal with the same edges.
    void add(WaveSink::Id id) { ids_.push_back(id); }
    const std::vector<WaveSink::Id>& ids() const { return ids_; }

    /// Replaces the last grid known and adds later ones: its end is now known, or its period has
    /// changed.
    void extend(const Segments& from_last_on);
    /// The next edge.
    core::Femtoseconds next() const { return next_; }
    bool rising() const { return rising_; }
    /// Appends a change per signal for each edge up to `until`, and skips these edges.
    void take_edges(core::Femtoseconds until, std::vector<WaveChange>& to);
    /// Skips to the first edge at or after `t`.
    void skip_to(core::Femtoseconds t);

private:
    void advance() {
        next_ += rising_ ? high_ : low_;
        rising_ = !rising_;
        if (next_ > to_) follow_slips();
    }
    /// A slip moves a future edge.
    void follow_slips();
    void enter(std::size_t segment);

    std::vector<WaveSink::Id> ids_;
    Segments segments_;
    std::size_t segment_ = 0;
    core::Femtoseconds next_;
    core::Femtoseconds high_ = 0, low_ = 0, to_ = 0;  ///< Of the present grid: halves of its period, and its end.
    bool rising_ = true;
};

/// Changes by source, those of each nearly in order of time. Of equal times the first source is
/// first.
using WaveSources = std::vector<std::vector<WaveChange>>;

/// Changes, and what is known at the same time of clocks and of the window.
struct WaveBatch {
    WaveSources sources;
    core::Femtoseconds until = 0;                     ///< No later batch has a change up to here.
    core::Femtoseconds from = 0, to = 0;              ///< The window, both included.
    core::Femtoseconds now = 0;                       ///< Present time of the simulation.
    std::vector<ClockWave::Segments> clock_segments;  ///< By clock: from the last one of the batch before on.
};

class WaveMerger {
public:
    explicit WaveMerger(std::unique_ptr<WaveFile> file) : file_(std::move(file)) {}

    /// Signals are numbered in the order in which they are added, all before the first batch.
    WaveSink::Id add(WaveFile::Variable variable, std::uint64_t initial, bool z);
    const std::vector<WaveFile::Variable>& variables() const { return variables_; }
    /// Adds a clock with the signal `id`; successive signals of one clock share its edges.
    void add_clock(WaveSink::Id id, const core::Clock& clock);
    const std::vector<const core::Clock*>& clocks() const { return clocks_; }

    /// Writes the changes up to the batch's `until` and keeps the others. Throws core::ConfigError
    /// if the file could not be written. Leaves the batch without changes.
    void write(WaveBatch& batch);
    /// Completes the file after the last batch. Its last time is after all changes, because some
    /// readers ignore changes at the last time.
    void finish(const WaveBatch& last);
    bool in_place() const { return file_->in_place(); }

private:
    /// Changes that are written together and remain in the first cache.
    static constexpr std::size_t kTogether = 1 << 9;

    /// Changes are sorted by intervals of time. An interval has buckets of about 2 ns each.
    static constexpr unsigned kBucketAt = 21, kBuckets = 1 << 11;
    static constexpr core::Femtoseconds kInterval = core::Femtoseconds{kBuckets} << kBucketAt;

    /// Lower bits of a key: 0 for an edge, 1 and the number of its signal for another change.
    static constexpr unsigned kOrderBits = 32, kKeyBucketAt = kBucketAt + kOrderBits;

    /// The changes of a source that are not yet written: those from `next` on. Those before `end`
    /// are in the interval.
    struct Lane {
        std::vector<WaveChange> changes;
        std::size_t next = 0, end = 0;

        void take(std::vector<WaveChange>& more);
        void sort(std::size_t from);
        void drop_written();
        void begin_interval(core::Femtoseconds until);
    };
    /// The edges of a clock in the interval, a change for each of its signals.
    struct Edges {
        ClockWave wave;
        std::vector<WaveChange> changes{};
    };
    /// A change of a lane or of a clock. Keys are in the order of time, edges and signals.
    struct Item {
        std::uint64_t key;
        const WaveChange* change;
    };
    struct State {
        std::uint64_t value;
        bool z;
    };

    void take(WaveSources& sources);
    void skip_to(core::Femtoseconds from);
    void merge(core::Femtoseconds until);
    core::Femtoseconds first_time(bool with_clocks) const;
    void sort(core::Femtoseconds from, core::Femtoseconds until, bool with_clocks);
    template <class Each>
    void each_item(core::Femtoseconds from, bool with_clocks, const Each& each) const;
    /// Returns whether it is a change of its signal.
    bool set(const WaveChange& change) {
        State& s = states_[change.id];
        const bool differs = (s.value != change.value) | (s.z != change.z);
        s = {change.value, change.z};
        return differs;
    }
    void put_items();
    void start(const WaveBatch& batch);

    std::unique_ptr<WaveFile> file_;
    std::vector<WaveFile::Variable> variables_;
    std::vector<State> states_;  ///< As written last.
    std::vector<const core::Clock*> clocks_;
    std::vector<Edges> edges_;                       ///< By clock.
    std::vector<Lane> lanes_;                        ///< By source.
    std::vector<Lane*> active_;                      ///< Lanes with changes.
    std::vector<Item> items_;                        ///< Of the interval, in order.
    std::array<std::uint32_t, kBuckets> buckets_{};  ///< 0 between two calls of sort().
    std::vector<WaveFile::Change> out_ = std::vector<WaveFile::Change>(kTogether);
    std::uint64_t closing_ps_ = 0;  ///< After the last change written.
    bool started_ = false;
};

}  // namespace niclab::probe
