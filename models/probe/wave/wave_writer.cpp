#include "probe/wave/wave_writer.h"

#include <fnmatch.h>

#include <algorithm>

namespace niclab::probe {

WaveWriter::WaveWriter(const Config& config)
    : config_(config), merger_(config.path.empty() ? nullptr : make_wave_file("--vcd", config.path)) {}

bool WaveWriter::wanted(const std::string& full_name) const {
    return fnmatch(config_.signals.c_str(), full_name.c_str(), 0) == 0;
}

WaveWriter::Id WaveWriter::add(WaveFile::Variable variable, std::uint64_t initial, bool z) {
    if (!wanted(variable.scope + "." + variable.name)) return kUnwanted;
    return merger_.add(std::move(variable), initial, z);
}

WaveWriter::Id WaveWriter::add(const std::string& scope, const std::string& name, unsigned bits, std::uint64_t initial,
                               bool z) {
    return add({scope, name, bits}, initial, z);
}

WaveWriter::Id WaveWriter::add_row(const std::string& scope, const std::string& name, Describe describe) {
    return add({scope, name, WaveFile::kWords, std::move(describe)}, 0, false);
}

void WaveWriter::add_clock(const std::string& scope, const std::string& name, const core::Clock& clock) {
    const Id id = add(scope, name, 1, 0);
    if (id == kUnwanted) return;
    ++clocks_;
    merger_.add_clock(id, clock);
}

WaveWriter::Id WaveWriter::add_late(core::Decoupled& module) {
    late_modules_.push_back(&module);
    return add_source();
}

WaveWriter::Id WaveWriter::add_source() {
    changes_.emplace_back();
    return static_cast<Id>(changes_.size() - 1);
}

WaveWriter::Id WaveWriter::row_source(Id row) {
    row_sources_.resize(merger_.variables().size(), kUnwanted);
    if (row_sources_[row] == kUnwanted) row_sources_[row] = add_source();
    return row_sources_[row];
}

void WaveWriter::set_recording(bool on) {
    if (on == recording_) return;
    synchronize();
    recording_ = on;
    if (!late_timer_)
        late_timer_ = std::make_unique<core::Timer>(
            [](void* self) { static_cast<WaveWriter*>(self)->on_late_interval(); }, this, nullptr);
    on ? late_timer_->in(kLateInterval) : late_timer_->cancel();
}

void WaveWriter::synchronize() {
    if (!recording_) return;
    for (core::Decoupled* module : late_modules_) module->synchronize();
}

void WaveWriter::on_late_interval() {
    thread_.give(take_batch(core::now_fs() - 1));
    late_timer_->in(kLateInterval);
}

std::vector<std::string> WaveWriter::names() const {
    std::vector<std::string> names;
    for (const WaveFile::Variable& v : merger_.variables()) names.push_back(v.full_name());
    return names;
}

WaveBatch WaveWriter::take_batch(core::Femtoseconds until) {
    synchronize();
    const std::size_t sources = changes_.size();
    WaveBatch batch{std::move(changes_), until, config_.from_fs, config_.to_fs, core::now_fs(), {}};
    changes_ = thread_.empty_sources();
    changes_.resize(sources);
    known_segments_.resize(merger_.clocks().size(), 1);
    for (std::size_t k = 0; k < known_segments_.size(); ++k) {
        const auto& all = merger_.clocks()[k]->segments();
        batch.clock_segments.emplace_back(all.begin() + static_cast<std::ptrdiff_t>(known_segments_[k] - 1), all.end());
        known_segments_[k] = all.size();
    }
    return batch;
}

void WaveWriter::finish() {
    if (finished_ || config_.path.empty()) return;
    begin_window(core::now_fs());  // A trigger that never occurred leaves an empty file.
    WaveBatch last = take_batch(core::now_fs());
    thread_.finish(last);
    merger_.finish(last);
    finished_ = true;
    // Opens at the first activity, else at the start of the file.
    if (!merger_.in_place())
        save_.write(config_.path, merger_.variables(), std::max(opens_fs_, config_.from_fs) / 1000);
}

}  // namespace niclab::probe
