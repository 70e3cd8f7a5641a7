#include "probe/wave/wave_merger.h"

#include <algorithm>

namespace niclab::probe {

namespace {

bool is_before(const WaveChange& a, const WaveChange& b) { return a.at != b.at ? a.at < b.at : a.id < b.id; }

}  // namespace

WaveSink::Id WaveMerger::add(WaveFile::Variable variable, std::uint64_t initial, bool z) {
    variables_.push_back(std::move(variable));
    states_.push_back({initial, z});
    return static_cast<WaveSink::Id>(states_.size() - 1);
}

void WaveMerger::add_clock(WaveSink::Id id, const core::Clock& clock) {
    if (!clocks_.empty() && clocks_.back() == &clock) return edges_.back().add(id);
    clocks_.push_back(&clock);
    edges_.emplace_back(id, clock.segments().front());
}

void WaveMerger::Lane::take(std::vector<WaveChange>& more) {
    const std::size_t before = changes.size();
    if (before == 0)
        changes.swap(more);
    else
        for (const WaveChange& change : more) changes.push_back(change);
    more.clear();
    sort(before);
}

/// Changes of one source arrive nearly in order, so that insertion is faster than a general sort.
/// Those before `from` are in order.
void WaveMerger::Lane::sort(std::size_t from) {
    constexpr std::size_t kMovesPerChange = 32;
    WaveChange* const c = changes.data();
    const std::size_t most = kMovesPerChange * (changes.size() - from);
    std::size_t moves = 0;
    for (std::size_t i = std::max<std::size_t>(from, 1); i < changes.size(); ++i) {
        if (!is_before(c[i], c[i - 1])) continue;
        const WaveChange change = c[i];
        std::size_t k = i;
        do {
            c[k] = c[k - 1];
            --k;
        } while (k > 0 && is_before(change, c[k - 1]));
        c[k] = change;
        moves += i - k;
        if (moves > most) return std::stable_sort(changes.begin(), changes.end(), is_before);
    }
}

void WaveMerger::Lane::drop_written() {
    changes.erase(changes.begin(), changes.begin() + static_cast<std::ptrdiff_t>(next));
    next = 0;
}

void WaveMerger::take(WaveSources& sources) {
    if (lanes_.size() < sources.size()) lanes_.resize(sources.size());
    for (std::size_t k = 0; k < sources.size(); ++k) lanes_[k].take(sources[k]);
    active_.clear();
    for (Lane& lane : lanes_)
        if (!lane.changes.empty()) active_.push_back(&lane);
    first_change_.reset(active_.size());
    for (std::size_t k = 0; k < active_.size(); ++k) first_change_.replace(k, active_[k]->key(k));
}

void WaveMerger::write(WaveBatch& batch) {
    take(batch.sources);
    for (std::size_t k = 0; k < edges_.size(); ++k) edges_[k].extend(batch.clock_segments[k]);
    const core::Femtoseconds until = std::min(batch.until, batch.to);
    if (!started_) {  // Before the window only the last values matter.
        while (first_change_.first().high < batch.from) set(next_change());
        if (until >= batch.from) start(batch);
    }
    if (started_) merge(until);
    for (Lane* lane : active_) {
        if (until == batch.to) lane->next = lane->changes.size();  // The window is over.
        lane->drop_written();
    }
    file_->check();
}

void WaveMerger::merge(core::Femtoseconds until) {
    first_edge_.reset(edges_.size());
    for (std::size_t k = 0; k < edges_.size(); ++k) first_edge_.replace(k, {edges_[k].next(), k});
    for (;;) {
        const Tournament::Key edge = first_edge_.first();
        const core::Femtoseconds before = std::min(edge.high, until + 1);
        while (first_change_.first().high < before) emit(next_change());
        if (edge.high > until) break;
        ClockWave& clock = edges_[edge.low];
        for (const WaveSink::Id id : clock.ids()) put({edge.high / 1000, clock.rising(), id, false});
        clock.advance();
        first_edge_.replace(edge.low, {clock.next(), edge.low});
    }
    drain();
}

void WaveMerger::start(const WaveBatch& batch) {
    started_ = true;
    for (ClockWave& c : edges_) {
        c.skip_to(batch.from);
        for (const WaveSink::Id id : c.ids()) states_[id].value = !c.rising();
    }
    file_->declare(variables_);
    file_->time(batch.from / 1000);
    // At a time that was not simulated the levels of wires are unknown.
    const bool unknown = batch.from > batch.now;
    for (std::size_t i = 0; i < states_.size(); ++i) {
        const State& s = states_[i];
        if (variables_[i].describe)
            file_->words(i, variables_[i].describe(s.value));
        else
            file_->value(i, unknown ? WaveFile::Value::unknown_bits() : WaveFile::Value::of(s.value, s.z));
    }
    file_->initial_values_end();
}

void WaveMerger::finish(const WaveBatch& last) {
    if (!started_) start(last);
    const core::Femtoseconds end = std::max(last.from, std::min(last.now, last.to));
    file_->time(std::max(end / 1000, closing_ps_));
    file_->finish();
}

void ClockWave::extend(const Segments& from_last_on) {
    segments_.pop_back();
    segments_.insert(segments_.end(), from_last_on.begin(), from_last_on.end());
    enter(segment_);
    follow_slips();
}

void ClockWave::follow_slips() {
    while (rising_ && segment_ + 1 < segments_.size() && next_ > to_) {
        enter(segment_ + 1);
        next_ = segments_[segment_].from_fs;
    }
}

void ClockWave::enter(std::size_t segment) {
    segment_ = segment;
    const core::Clock::Segment& now = segments_[segment];
    high_ = now.period_fs / 2;
    low_ = now.period_fs - high_;
    to_ = now.to_fs;
}

void ClockWave::skip_to(core::Femtoseconds t) {
    while (segment_ + 1 < segments_.size() && segments_[segment_ + 1].from_fs <= t) {
        enter(segment_ + 1);
        next_ = segments_[segment_].from_fs;
        rising_ = true;
    }
    follow_slips();
    const core::Femtoseconds last = std::min(t, segments_[segment_].to_fs);
    const core::Femtoseconds period = segments_[segment_].period_fs;
    if (rising_ && next_ < last) next_ += (last - next_) / period * period;
    while (next_ < t) advance();
}

}  // namespace niclab::probe
