/// @file A writer that merges clocks and changes of data into one waveform file, deterministic and
/// fast.
///
/// Timing: a data change is shown 2 ns after the clock edge that launched it, as on a real board.
///   Clock edges are shown at their exact times, also those that were not delivered: they are
///   reconstructed from the clock's grid.
/// Behaviour: changes are collected in batches; a second thread merges and writes them
///   (batch_thread.h). While recording, late modules report their changes before each batch.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/clock.h"
#include "core/dispatcher.h"
#include "probe/wave/batch_thread.h"
#include "probe/wave/row_sink.h"
#include "probe/wave/save_file.h"
#include "probe/wave/wave_merger.h"

namespace niclab::probe {

class WaveWriter : public WaveSink, public RowSink {
public:
    using Id = WaveSink::Id;
    struct Config {
        std::string path;  ///< An FST if it ends in .fst, else a VCD; empty: no file.
        core::Femtoseconds from_fs = 0, to_fs = ~core::Femtoseconds{0};
        std::string signals = "*";  ///< Glob pattern over full names.
        core::Femtoseconds data_delay_fs = 2'000'000;
    };
    /// Throws core::ConfigError: unwritable file.
    explicit WaveWriter(const Config& config);

    /// kUnwanted if the glob excludes it.
    Id add(const std::string& scope, const std::string& name, unsigned bits, std::uint64_t initial,
           bool z = false) override;
    void add_clock(const std::string& scope, const std::string& name, const core::Clock& clock) override;
    std::size_t wanted() const override { return merger_.variables().size() - clocks_; }
    Id add_row(const std::string& scope, const std::string& name, Describe describe) override;
    Id add_late(core::Decoupled& module) override;
    /// Whether late modules report changes. At the end of a recording they report all up to now.
    void set_recording(bool on);
    /// Replaces the configured window: nothing is written before begin_window() or after
    /// end_window().
    void wait_for_window() { config_.from_fs = kNever; }
    void begin_window(core::Femtoseconds at) {
        if (config_.from_fs == kNever) config_.from_fs = at;
    }
    /// The save file opens the waveform here; the first call within the window counts.
    void open_at(core::Femtoseconds at) {
        if (opens_fs_ == 0 && in_window(at)) opens_fs_ = at;
    }
    /// The save file has a marker here, if it is in the window.
    void mark(core::Femtoseconds at, const std::string& name) {
        if (in_window(at)) save_.mark(at / 1000, name);
    }
    bool in_window(core::Femtoseconds at) const { return at >= config_.from_fs && at <= config_.to_fs; }
    /// The window is in the past.
    bool over() const { return core::now_fs() > config_.to_fs; }
    /// The greatest number if it is not known.
    core::Femtoseconds window_begin() const { return config_.from_fs; }
    core::Femtoseconds window_end() const { return config_.to_fs; }
    void end_window(core::Femtoseconds at) {
        if (config_.from_fs != kNever && at < config_.to_fs) config_.to_fs = at;
    }
    /// Throws core::ConfigError if a write has failed.
    void check_output() const { thread_.check(); }
    /// Writes everything up to now and completes the file, and the .gtkw next to it.
    void finish();
    /// Full names with ranges, in the order added.
    std::vector<std::string> names() const;

private:
    void take(Id id, std::uint64_t value, bool z) override {
        put({core::now_fs() + config_.data_delay_fs, value, id, z});
    }
    void take_row(Id id, std::uint64_t code, core::Femtoseconds at) override {
        if (!recording_) return put({at, code, id, false});
        changes_[row_source(id)].push_back({at, code, id, false});
    }
    void take_late(Id source, Id id, std::uint64_t value, core::Femtoseconds at, bool z) override {
        changes_[source].push_back({at + config_.data_delay_fs, value, id, z});
    }
    /// Interval between two reports of the late modules. Not a multiple of a clock's period.
    static constexpr core::Femtoseconds kLateInterval = 25'000'000'003;
    static constexpr std::size_t kBatch = 1 << 14;
    static constexpr core::Femtoseconds kNever = ~core::Femtoseconds{0};

    bool wanted(const std::string& full_name) const;
    Id add_source();
    Id row_source(Id row);
    void synchronize();
    void on_late_interval();
    Id add(WaveFile::Variable variable, std::uint64_t initial, bool z);
    /// The changes up to now that are not given yet.
    WaveBatch take_batch(core::Femtoseconds until);
    void put(const WaveChange& change) {
        if (core::now_fs() > config_.to_fs) return;
        changes_.front().push_back(change);
        // Rows of the present time may still come.
        if (changes_.front().size() >= kBatch && !recording_ && core::now_fs() > 0)
            thread_.give(take_batch(core::now_fs() - 1));
    }

    Config config_;
    core::Femtoseconds opens_fs_ = 0;  ///< Where the save file opens; 0: at the window's start.
    SaveFile save_;
    WaveMerger merger_;
    std::size_t clocks_ = 0;                   ///< Number of signals that are clocks.
    std::vector<std::size_t> known_segments_;  ///< By clock: their number in earlier batches.
    /// Not yet given to the thread: those reported at their time, then by late module or row of
    /// text about one.
    WaveSources changes_ = WaveSources(1);
    std::vector<core::Decoupled*> late_modules_;
    std::vector<Id> row_sources_;              ///< By row: its index in changes_, or kUnwanted.
    std::unique_ptr<core::Timer> late_timer_;  ///< Only after a recording.
    bool recording_ = false, finished_ = false;
    BatchThread thread_{[this](WaveBatch& batch) { merger_.write(batch); }};  ///< Ends before the others.
};

}  // namespace niclab::probe
