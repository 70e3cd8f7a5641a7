#include "probe/wave/wave_merger.h"

#include <algorithm>

namespace niclab::probe {

namespace {

/// Changes of one time are in the order of their signals, independent of the kernel's order of
/// methods.
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

/// Changes of one source arrive nearly in order, so that insertion is faster than a general sort.
void WaveMerger::sort(std::size_t from, std::size_t to) {
    constexpr std::size_t kMovesPerChange = 32;
    WaveChange* const c = changes_.data();
    std::size_t moves = 0;
    for (std::size_t i = from + 1; i < to; ++i) {
        if (!is_before(c[i], c[i - 1])) continue;
        const WaveChange change = c[i];
        std::size_t k = i;
        do {
            c[k] = c[k - 1];
            --k;
        } while (k > from && is_before(change, c[k - 1]));
        c[k] = change;
        moves += i - k;
        if (moves > kMovesPerChange * (to - from)) return std::stable_sort(c + from, c + to, is_before);
    }
}

/// Merges sorted parts, neighbours first.
void WaveMerger::join(std::vector<std::size_t> begins) {
    begins.push_back(changes_.size());
    const auto at = [](std::vector<WaveChange>& changes, std::size_t i) {
        return changes.begin() + static_cast<std::ptrdiff_t>(i);
    };
    while (begins.size() > 2) {
        joined_.resize(changes_.size());
        std::vector<std::size_t> fewer;
        for (std::size_t i = 0; i + 1 < begins.size(); i += 2) {
            const std::size_t middle = begins[i + 1], end = begins[std::min(i + 2, begins.size() - 1)];
            std::merge(at(changes_, begins[i]), at(changes_, middle), at(changes_, middle), at(changes_, end),
                       at(joined_, begins[i]), is_before);
            fewer.push_back(begins[i]);
        }
        fewer.push_back(changes_.size());
        changes_.swap(joined_);
        begins = std::move(fewer);
    }
}

void WaveMerger::write(WaveBatch& batch) {
    std::vector<std::size_t> parts{0};
    for (const std::size_t begin : batch.sources) parts.push_back(changes_.size() + begin);
    changes_.insert(changes_.end(), batch.changes.begin(), batch.changes.end());
    batch.changes.clear();
    for (std::size_t k = 0; k < edges_.size(); ++k) edges_[k].extend(batch.clock_segments[k]);
    const core::Femtoseconds until = std::min(batch.until, batch.to);
    for (std::size_t k = 0; k < parts.size(); ++k)
        sort(parts[k], k + 1 < parts.size() ? parts[k + 1] : changes_.size());
    join(std::move(parts));
    std::size_t taken = 0;
    if (!started_) {  // Before the window only the last values matter.
        for (; taken < changes_.size() && changes_[taken].at < batch.from; ++taken) set(changes_[taken]);
        if (until >= batch.from) start(batch);
    }
    if (started_) merge(until, taken);
    const bool over = until == batch.to;
    changes_.erase(changes_.begin(), over ? changes_.end() : changes_.begin() + static_cast<std::ptrdiff_t>(taken));
    file_->check();
}

void WaveMerger::merge(core::Femtoseconds until, std::size_t& taken) {
    constexpr core::Femtoseconds kNever = ~core::Femtoseconds{0};
    const WaveChange* next = changes_.data() + taken;
    const WaveChange* const end = changes_.data() + changes_.size();
    next_edges_.clear();
    for (const ClockWave& c : edges_) next_edges_.push_back(c.next());
    for (;;) {
        std::size_t first = 0;
        core::Femtoseconds edge = kNever;
        for (std::size_t k = 0; k < next_edges_.size(); ++k) {
            first = next_edges_[k] < edge ? k : first;
            edge = std::min(edge, next_edges_[k]);
        }
        for (; next != end && next->at < edge && next->at <= until; ++next) emit(*next);
        if (edge == kNever || edge > until) break;
        ClockWave& clock = edges_[first];
        for (const WaveSink::Id id : clock.ids()) emit({edge, clock.rising(), id, false});
        clock.advance();
        next_edges_[first] = clock.next();
    }
    drain();
    taken = static_cast<std::size_t>(next - changes_.data());
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
    file_->time(std::max(last.from, std::min(last.now, last.to)) / 1000);
    file_->finish();
}

}  // namespace niclab::probe
