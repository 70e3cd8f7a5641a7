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
    if (!clocks_.empty() && clocks_.back() == &clock) return edges_.back().wave.add(id);
    clocks_.push_back(&clock);
    edges_.push_back({ClockWave(id, clock.segments().front())});
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
}

void WaveMerger::write(WaveBatch& batch) {
    take(batch.sources);
    for (std::size_t k = 0; k < edges_.size(); ++k) edges_[k].wave.extend(batch.clock_segments[k]);
    const core::Femtoseconds until = std::min(batch.until, batch.to);
    if (!started_) {  // Before the window only the last values matter.
        skip_to(batch.from);
        if (until >= batch.from) start(batch);
    }
    if (started_) merge(until);
    for (Lane* lane : active_) {
        if (until == batch.to) lane->next = lane->changes.size();  // The window is over.
        lane->drop_written();
    }
    file_->check();
}

void WaveMerger::skip_to(core::Femtoseconds from) {
    for (core::Femtoseconds first; (first = first_time(false)) < from;) {
        sort(first, from - first < kInterval ? from - 1 : first + kInterval - 1, false);
        for (const Item& item : items_) set(*item.change);
    }
}

void WaveMerger::merge(core::Femtoseconds until) {
    for (core::Femtoseconds first; (first = first_time(true)) <= until;) {
        sort(first, until - first < kInterval ? until : first + kInterval - 1, true);
        put_items();
    }
}

void WaveMerger::put_items() {
    for (const Item *item = items_.data(), *end = item + items_.size(); item != end;) {
        WaveFile::Change* const out = out_.data();
        const Item* const part_end = item + std::min<std::ptrdiff_t>(end - item, kTogether);
        std::size_t n = 0;
        for (; item != part_end; ++item) {
            const WaveChange& change = *item->change;
            out[n] = {change.at / 1000, change.value, change.id, change.z};
            n += set(change);
        }
        if (n == 0) continue;
        file_->put(out, n);
        closing_ps_ = out[n - 1].ps + 1;
    }
}

/// The greatest number if there is neither a change nor an edge.
core::Femtoseconds WaveMerger::first_time(bool with_clocks) const {
    core::Femtoseconds first = ~core::Femtoseconds{0};
    for (const Lane* lane : active_)
        if (lane->next < lane->changes.size()) first = std::min(first, lane->changes[lane->next].at);
    for (std::size_t k = 0; with_clocks && k < edges_.size(); ++k) first = std::min(first, edges_[k].wave.next());
    return first;
}

/// Sets items_ to the changes of the interval and removes these from lanes and clocks. The order
/// is that of time, edges first, and then of the signals: it does not depend on the kernel's order of
/// methods.
void WaveMerger::sort(core::Femtoseconds from, core::Femtoseconds until, bool with_clocks) {
    for (std::size_t k = 0; with_clocks && k < edges_.size(); ++k) {
        edges_[k].changes.clear();
        edges_[k].wave.take_edges(until, edges_[k].changes);
    }
    for (Lane* lane : active_) lane->begin_interval(until);
    each_item(from, with_clocks, [this](const Item& item) { ++buckets_[item.key >> kKeyBucketAt]; });
    std::uint32_t sum = 0;
    for (std::uint32_t& bucket : buckets_) {
        const std::uint32_t n = bucket;
        bucket = sum;
        sum += n;
    }
    items_.resize(sum);
    each_item(from, with_clocks, [this](const Item& item) { items_[buckets_[item.key >> kKeyBucketAt]++] = item; });
    buckets_.fill(0);
    for (std::size_t i = 1; i < items_.size(); ++i) {  // Within a bucket, equal ones keep their order.
        const Item item = items_[i];
        std::size_t k = i;
        for (; k > 0 && item.key < items_[k - 1].key; --k) items_[k] = items_[k - 1];
        items_[k] = item;
    }
    for (Lane* lane : active_) lane->next = lane->end;
}

/// Passes an item for each change of the interval: edges by clock, then changes by source.
template <class Each>
void WaveMerger::each_item(core::Femtoseconds from, bool with_clocks, const Each& each) const {
    for (std::size_t k = 0; with_clocks && k < edges_.size(); ++k)
        for (const WaveChange& change : edges_[k].changes) each({(change.at - from) << kOrderBits, &change});
    for (const Lane* lane : active_)
        for (const WaveChange* c = lane->changes.data() + lane->next; c != lane->changes.data() + lane->end; ++c)
            each({(c->at - from) << kOrderBits | (c->id + 1), c});
}

void WaveMerger::Lane::begin_interval(core::Femtoseconds until) {
    const auto first = changes.begin() + static_cast<std::ptrdiff_t>(next);
    const auto last =
        std::partition_point(first, changes.end(), [until](const WaveChange& c) { return c.at <= until; });
    end = static_cast<std::size_t>(last - changes.begin());
}

void WaveMerger::start(const WaveBatch& batch) {
    started_ = true;
    for (Edges& edges : edges_) {
        edges.wave.skip_to(batch.from);
        for (const WaveSink::Id id : edges.wave.ids()) states_[id].value = !edges.wave.rising();
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

void ClockWave::take_edges(core::Femtoseconds until, std::vector<WaveChange>& to) {
    while (next_ <= until) {
        const std::size_t before = to.size(), edges = (until - next_) / std::min(high_, low_) + 1;
        to.resize(before + edges * ids_.size());
        WaveChange* change = to.data() + before;
        core::Femtoseconds next = next_;
        bool rising = rising_;
        do {
            for (const WaveSink::Id id : ids_) *change++ = {next, rising, id, false};
            next += rising ? high_ : low_;
            rising = !rising;
        } while (next <= until && next <= to_);
        to.resize(static_cast<std::size_t>(change - to.data()));
        next_ = next;
        rising_ = rising;
        follow_slips();
    }
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
