/// @file The merge of clocks and changes of data into a waveform file, batch by batch.
///
/// Behaviour: it uses nothing of the simulation, so that a second thread can run it. The file does
///   not depend on how the changes are divided into batches.
#pragma once

#include <memory>
#include <vector>

#include "core/clock.h"
#include "probe/wave/clock_wave.h"
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

/// Changes, and what is known at the same time of clocks and of the window.
struct WaveBatch {
    std::vector<WaveChange> changes;
    core::Femtoseconds until = 0;                     ///< No later batch has a change up to here.
    core::Femtoseconds from = 0, to = 0;              ///< The window, both included.
    core::Femtoseconds now = 0;                       ///< Present time of the simulation.
    std::vector<ClockWave::Segments> clock_segments;  ///< By clock: from the last one of the batch before on.
    std::vector<std::size_t> sources{};               ///< Begins of further parts of `changes`, each nearly in order.
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
    /// Completes the file after the last batch.
    void finish(const WaveBatch& last);
    bool in_place() const { return file_->in_place(); }

private:
    static constexpr std::size_t kPending = 1 << 12;

    void sort(std::size_t from, std::size_t to);
    void join(std::vector<std::size_t> begins);
    void merge(core::Femtoseconds until, std::size_t& taken);
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
        out_.push_back({last_ps_, change.value, change.id, change.z});
        if (out_.size() == kPending) drain();
    }
    void drain() {
        file_->put(out_.data(), out_.size());
        out_.clear();
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
    std::vector<ClockWave> edges_;                ///< By clock.
    std::vector<core::Femtoseconds> next_edges_;  ///< By clock.
    std::vector<WaveChange> changes_;             ///< Not yet written.
    std::vector<WaveChange> joined_;              ///< Memory of join().
    std::vector<WaveFile::Change> out_;
    core::Femtoseconds last_fs_ = 0;
    std::uint64_t last_ps_ = 0;
    bool started_ = false;
};

}  // namespace niclab::probe
