/// @file  Value change dump: our own writer, deterministic and quick.
///
/// Source:    IEEE 1364 VCD (from memory): header, $dumpvars, four states.
/// Timing:    a data change shows 2 ns after the clock edge that launched it, as on a real board; clock edges show
///            exactly where they are, slept ones too, reconstructed from the clock's grid.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/clock.h"
#include "core/output_file.h"
#include "probe/wave/wave_sink.h"

namespace niclab::probe {

class VcdWriter : public WaveSink {
public:
    struct Config {
        std::string path;  ///< Ends in .vcd, or .fst to be converted by vcd2fst; empty: no file.
        core::Femtoseconds from_fs = 0, to_fs = ~core::Femtoseconds{0};
        std::string signals = "*";  ///< Glob over full names.
        core::Femtoseconds data_delay_fs = 2'000'000;
    };
    /// Throws core::ConfigError: unwritable file, vcd2fst wanted and not installed.
    explicit VcdWriter(const Config& config);

    /// kUnwanted when the glob excludes it.
    Id add(const std::string& scope, const std::string& name, unsigned bits, std::uint64_t initial,
           bool z = false) override;
    void add_clock(const std::string& scope, const std::string& name, const core::Clock& clock) override;
    /// In place of the configured window: nothing is written before begin_window() or after end_window().
    void wait_for_window() { config_.from_fs = kNever; }
    void begin_window(core::Femtoseconds at) {
        if (config_.from_fs == kNever) config_.from_fs = at;
    }
    /// The save file opens the waveform here; the first call counts that lies in the window.
    void open_at(core::Femtoseconds at) {
        if (opens_fs_ == 0 && at >= config_.from_fs && at <= config_.to_fs) opens_fs_ = at;
    }
    /// The window lies in the past.
    bool over() const { return core::now_fs() > config_.to_fs; }
    core::Femtoseconds window_begin() const { return config_.from_fs; }
    void end_window(core::Femtoseconds at) {
        if (config_.from_fs != kNever && at < config_.to_fs) config_.to_fs = at;
    }
    /// Throws core::ConfigError when something could not be written.
    void check_output() const {
        if (file_) file_->check();
    }
    /// Writes everything up to now and puts the file, and the .gtkw beside it, in place.
    void finish();
    /// Full names with ranges, in the order added.
    std::vector<std::string> names() const;

private:
    void take(Id id, std::uint64_t value, bool z) override {
        if (core::now_fs() > config_.to_fs) return;
        changes_.push_back({core::now_fs() + config_.data_delay_fs, value, id, z});
        if (changes_.size() >= kBatch) flush(core::now_fs());
    }
    struct Change {
        core::Femtoseconds at;
        std::uint64_t value;
        Id id;
        bool z;
    };
    struct Signal {
        std::string scope, name, code;
        unsigned bits;
        std::uint64_t value;
        bool z;
    };
    /// The edges of one clock, one after the other.
    struct ClockWave {
        const core::Clock* clock;
        Id id;
        std::size_t segment = 0;
        core::Femtoseconds next;
        bool rising = true;
        /// A slip moves an edge that is still to come.
        void follow_slips();
        void advance();
        /// To the first edge at or after `t`.
        void skip_to(core::Femtoseconds t);
    };
    static constexpr std::size_t kBatch = 1 << 14;
    static constexpr core::Femtoseconds kNever = ~core::Femtoseconds{0};

    void flush(core::Femtoseconds until);
    void merge(core::Femtoseconds until, std::size_t& taken);
    bool set(const Change& change);
    void emit(const Change& change);
    void start();
    void put_header();
    void put_value(const Signal& signal);
    void put_time(core::Femtoseconds at);
    void drain();
    void convert() const;
    void write_save_file() const;
    bool wanted(const std::string& full_name) const;
    std::string range(const Signal& s) const;

    Config config_;
    core::Femtoseconds opens_fs_ = 0;           ///< Where the save file opens; 0: at the window's start.
    std::string vcd_path_;                      ///< Where the VCD goes that an .fst is made from.
    std::unique_ptr<core::StreamedFile> file_;  ///< Only where a path is configured.
    std::vector<Signal> signals_;
    std::vector<ClockWave> clocks_;
    std::vector<Change> changes_;
    std::string text_;
    std::uint64_t last_ps_ = ~std::uint64_t{0};
    bool started_ = false, finished_ = false;
};

}  // namespace niclab::probe
