/// @file The merge of clocks and changes of data into a waveform file, batch by batch.
///
/// Behaviour: it uses nothing of the simulation, so that a second thread can run it. The file does
///   not depend on how the changes are divided into batches.
#pragma once

#include <memory>
#include <vector>

#include "core/clock.h"
#include "probe/wave/tournament.h"
#include "probe/wave/wave_file.h"
#include "probe/wave/wave_sink.h"

namespace niclab::probe {

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
    void advance() {
        next_ += rising_ ? high_ : low_;
        rising_ = !rising_;
        if (next_ > to_) follow_slips();
    }
    /// Skips to the first edge at or after `t`.
    void skip_to(core::Femtoseconds t);

private:
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

/// A change of a signal; of a row of text, `value` is its code.
struct WaveChange {
    core::Femtoseconds at;
    std::uint64_t value;
    WaveSink::Id id;
    bool z;
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
    /// Changes that remain in the first cache.
    static constexpr std::size_t kPending = 1 << 9;
    static constexpr unsigned kIdAt = 32;  ///< Bit of a key's lower part.

    /// The changes of a source that are not yet written: those from `next` on.
    struct Lane {
        std::vector<WaveChange> changes;
        std::size_t next = 0;

        void take(std::vector<WaveChange>& more);
        void sort(std::size_t from);
        void drop_written();
        /// Changes of one time are in the order of their signals, independent of the kernel's order
        /// of methods. `number` is the lane's.
        Tournament::Key key(std::size_t number) const {
            if (next == changes.size()) return Tournament::kLast;
            return {changes[next].at, std::uint64_t{changes[next].id} << kIdAt | number};
        }
    };

    void take(WaveSources& sources);
    const WaveChange& next_change() {
        const std::size_t number = first_change_.first().low & 0xFFFFFFFF;
        Lane& lane = *active_[number];
        const WaveChange& change = lane.changes[lane.next++];
        first_change_.replace(number, lane.key(number));
        return change;
    }
    void merge(core::Femtoseconds until);
    bool set(const WaveChange& change) {
        State& s = states_[change.id];
        if (s.value == change.value && s.z == change.z) return false;
        s = {change.value, change.z};
        return true;
    }
    void emit(const WaveChange& change) {
        if (!set(change)) return;
        if (change.at != last_fs_) {
            last_fs_ = change.at;
            last_ps_ = change.at / 1000;
        }
        put({last_ps_, change.value, change.id, change.z});
    }
    void put(const WaveFile::Change& change) {
        out_[pending_++] = change;
        if (pending_ == kPending) drain();
    }
    void drain() {
        if (pending_ == 0) return;
        file_->put(out_.data(), pending_);
        closing_ps_ = out_[pending_ - 1].ps + 1;
        pending_ = 0;
    }
    void start(const WaveBatch& batch);

    struct State {
        std::uint64_t value;
        bool z;
    };
    std::unique_ptr<WaveFile> file_;
    std::vector<WaveFile::Variable> variables_;
    std::vector<State> states_;  ///< As written last.
    std::vector<const core::Clock*> clocks_;
    std::vector<ClockWave> edges_;  ///< By clock.
    std::vector<Lane> lanes_;       ///< By source.
    std::vector<Lane*> active_;     ///< Lanes with changes.
    Tournament first_change_;       ///< Of active_, by time, signal and lane.
    Tournament first_edge_;         ///< Of edges_, by time and clock.
    std::vector<WaveFile::Change> out_ = std::vector<WaveFile::Change>(kPending);
    std::size_t pending_ = 0;  ///< Number of changes in out_.
    core::Femtoseconds last_fs_ = 0;
    std::uint64_t last_ps_ = 0;
    std::uint64_t closing_ps_ = 0;  ///< After the last change written.
    bool started_ = false;
};

}  // namespace niclab::probe
