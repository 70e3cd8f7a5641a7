#include "probe/wave/wave_writer.h"

#include <fnmatch.h>

#include <algorithm>
#include <tuple>

namespace niclab::probe {

WaveWriter::WaveWriter(const Config& config) : config_(config) {
    if (!config_.path.empty()) file_ = make_wave_file("--vcd", config_.path);
}

bool WaveWriter::wanted(const std::string& full_name) const {
    return fnmatch(config_.signals.c_str(), full_name.c_str(), 0) == 0;
}

WaveWriter::Id WaveWriter::add(WaveFile::Variable variable, const Signal& signal) {
    if (!wanted(variable.scope + "." + variable.name)) return kUnwanted;
    variables_.push_back(std::move(variable));
    signals_.push_back(signal);
    return static_cast<Id>(signals_.size() - 1);
}

WaveWriter::Id WaveWriter::add(const std::string& scope, const std::string& name, unsigned bits, std::uint64_t initial,
                               bool z) {
    return add({scope, name, bits}, {initial, z, nullptr});
}

WaveWriter::Id WaveWriter::add_row(const std::string& scope, const std::string& name, Describe describe) {
    return add({scope, name, WaveFile::kWords}, {0, false, describe});
}

void WaveWriter::add_clock(const std::string& scope, const std::string& name, const core::Clock& clock) {
    const Id id = add(scope, name, 1, 0);
    if (id == kUnwanted) return;
    clocks_.push_back({&clock, id, 0, clock.segments().front().from_fs, true});
}

std::vector<std::string> WaveWriter::names() const {
    std::vector<std::string> names;
    for (const WaveFile::Variable& v : variables_) names.push_back(v.full_name());
    return names;
}

void WaveWriter::ClockWave::follow_slips() {
    const auto& segments = clock->segments();
    while (rising && segment + 1 < segments.size() && next > segments[segment].to_fs)
        next = segments[++segment].from_fs;
}

void WaveWriter::ClockWave::advance() {
    const core::Femtoseconds period = clock->segments()[segment].period_fs, half = period / 2;
    next += rising ? half : period - half;
    rising = !rising;
    follow_slips();
}

void WaveWriter::ClockWave::skip_to(core::Femtoseconds t) {
    const auto& segments = clock->segments();
    while (segment + 1 < segments.size() && segments[segment + 1].from_fs <= t)
        next = segments[++segment].from_fs, rising = true;
    follow_slips();
    const core::Femtoseconds last = std::min(t, segments[segment].to_fs);
    const core::Femtoseconds period = segments[segment].period_fs;
    if (rising && next < last) next += (last - next) / period * period;
    while (next < t) advance();
}

void WaveWriter::flush(core::Femtoseconds until) {
    until = std::min(until, config_.to_fs);
    // Changes of one time are in the order of their signals, independent of the kernel's order of
    // methods.
    std::stable_sort(changes_.begin(), changes_.end(),
                     [](const Change& a, const Change& b) { return std::tie(a.at, a.id) < std::tie(b.at, b.id); });
    std::size_t taken = 0;
    if (!started_) {  // Before the window only the last values matter.
        for (; taken < changes_.size() && changes_[taken].at < config_.from_fs; ++taken) set(changes_[taken]);
        if (until >= config_.from_fs) start();
    }
    if (started_) {
        for (ClockWave& c : clocks_) c.follow_slips();
        merge(until, taken);
    }
    const bool over = until == config_.to_fs;
    changes_.erase(changes_.begin(), over ? changes_.end() : changes_.begin() + static_cast<std::ptrdiff_t>(taken));
}

void WaveWriter::merge(core::Femtoseconds until, std::size_t& taken) {
    constexpr core::Femtoseconds never = ~core::Femtoseconds{0};
    for (;;) {
        ClockWave* first = nullptr;
        for (ClockWave& c : clocks_)
            if (!first || c.next < first->next) first = &c;
        const core::Femtoseconds data = taken < changes_.size() ? changes_[taken].at : never;
        const core::Femtoseconds edge = first ? first->next : never;
        const core::Femtoseconds at = std::min(data, edge);
        if (at > until || at == never) return;
        if (edge <= data) {
            emit({edge, first->rising, first->id, false});
            first->advance();
        } else {
            emit(changes_[taken++]);
        }
    }
}

bool WaveWriter::set(const Change& c) {
    Signal& s = signals_[c.id];
    if (s.value == c.value && s.z == c.z) return false;
    s.value = c.value;
    s.z = c.z;
    return true;
}

void WaveWriter::emit(const Change& c) {
    if (!set(c)) return;
    file_->time(c.at / 1000);
    put_value(c.id);
}

/// At a time that was not simulated the levels of wires are unknown.
void WaveWriter::put_value(Id id) {
    const Signal& s = signals_[id];
    if (s.describe)
        file_->words(id, s.describe(s.value));
    else
        file_->value(
            id, config_.from_fs > core::now_fs() ? WaveFile::Value::unknown_bits() : WaveFile::Value::of(s.value, s.z));
}

void WaveWriter::start() {
    started_ = true;
    for (ClockWave& c : clocks_) {
        c.skip_to(config_.from_fs);
        signals_[c.id].value = !c.rising;
    }
    file_->declare(variables_);
    file_->time(config_.from_fs / 1000);
    for (Id id = 0; id < signals_.size(); ++id) put_value(id);
    file_->initial_values_end();
}

void WaveWriter::finish() {
    if (finished_ || !file_) return;
    begin_window(core::now_fs());  // A trigger that never occurred leaves an empty file.
    flush(core::now_fs());
    if (!started_) start();
    file_->time(std::max(config_.from_fs, std::min(core::now_fs(), config_.to_fs)) / 1000);
    file_->finish();
    finished_ = true;
    // Opens at the first activity, else at the start of the file.
    if (!file_->in_place()) save_.write(config_.path, variables_, std::max(opens_fs_, config_.from_fs) / 1000);
}

}  // namespace niclab::probe
