#include "core/clock.h"

#include <algorithm>
#include <cassert>
#include <stdexcept>

#include "core/event.h"

namespace niclab::core {

void set_time_resolution() { sc_core::sc_set_time_resolution(1, sc_core::SC_FS); }

namespace {

/// Every model has a clock, so this is the one place for the check.
void require_time_resolution(const std::string& clock) {
    const sc_core::sc_time unit = sc_core::sc_get_time_resolution();
    if (unit == sc_core::sc_time(1, sc_core::SC_FS)) return;
    throw std::logic_error(clock + ": time resolution " + unit.to_string() +
                           "; expected 1 fs, call niclab::core::set_time_resolution() before anything else of SystemC");
}

}  // namespace

Clock::Clock(sc_core::sc_module_name name, const Config& config) : sc_module(name), config_(config) {
    require_time_resolution(this->name());
    if (config_.phase_fs == 0) config_.phase_fs = config_.period_fs;
    segments_.push_back({config_.phase_fs, ~Femtoseconds{0}, config_.period_fs});
    known_edge_ = config_.phase_fs;
    if (config_.always_on) acquire();
}

Clock::~Clock() {
    for (EdgeRequest* w : edge_requests_) w->clock_ = nullptr;
}

std::uint64_t Clock::cycle() const {
    const Femtoseconds now = now_fs();
    if (now < segments_.back().from_fs) return cycles_before_segment_;
    go_to(now);
    return known_cycle_;
}

/// Stores the last edge up to `t` as the known one.
void Clock::go_to(Femtoseconds t) const {
    if (t < known_edge_) known_edge_ = segments_.back().from_fs, known_cycle_ = cycles_before_segment_ + 1;
    if (t - known_edge_ < config_.period_fs) return;
    const std::uint64_t edges = t - known_edge_ < 2 * config_.period_fs ? 1 : (t - known_edge_) / config_.period_fs;
    known_edge_ += edges * config_.period_fs, known_cycle_ += edges;
}

Femtoseconds Clock::edge_after(Femtoseconds t) const {
    const Femtoseconds from = segments_.back().from_fs;
    if (t < from) return from;
    go_to(t);
    return known_edge_ + config_.period_fs;
}

const sc_core::sc_event& Clock::edge() const {
    if (!heard_ && awaited_ != kNotDue) fire(edge_, awaited_ - now_fs());
    heard_ = true;
    return edge_;
}

std::size_t Clock::attach(EdgeCall method) {
    const std::size_t i = methods_.size();
    methods_.push_back({method, kNotDue});
    awake_.resize(i / kWord + 1);
    awake_[i / kWord] |= bit(i);
    return i;
}

void Clock::acquire() {
    if (++holders_ == 1 && !ticking_) arm();
}

void Clock::release() {
    assert(holders_ > 0);
    --holders_;
}

void Clock::slip(Femtoseconds delay_fs) {
    begin_segment(edge_after(now_fs()) + delay_fs);
    for (EdgeRequest* w : edge_requests_)
        if (w->open()) w->edge_ += delay_fs;
    arm();
}

void Clock::retune(Femtoseconds period_fs) {
    assert(period_fs > 0);
    const Femtoseconds next = edge_after(now_fs());
    begin_segment(next);
    config_.period_fs = segments_.back().period_fs = period_fs;
}

void Clock::begin_segment(Femtoseconds from_fs) {
    cycles_before_segment_ = cycle();
    segments_.back().to_fs = now_fs();
    segments_.push_back({from_fs, ~Femtoseconds{0}, config_.period_fs});
    known_edge_ = from_fs, known_cycle_ = cycles_before_segment_ + 1;
}

Femtoseconds Clock::first_requested() const {
    Femtoseconds first = kNotDue;
    for (const EdgeRequest* w : edge_requests_) first = std::min(first, w->edge_);
    return first;
}

Femtoseconds Clock::next_edge() const {
    const Femtoseconds now = now_fs();
    // If called at an edge, no division is needed, unless the grid was moved at this time.
    return ticking_ && now >= segments_.back().from_fs ? now + config_.period_fs : edge_after(now);
}

/// Plans the next edge that is requested.
void Clock::arm() {
    const Femtoseconds next = holders_ > 0 ? next_edge() : first_requested();
    // The edge of the present time comes first, and then plans it.
    if (next != awaited_ && (ticking_ || awaited_ != now_fs())) await(next);
}

void Clock::await(Femtoseconds edge) {
    if (heard_ && awaited_ != kNotDue) cancel(edge_);
    awaited_ = edge;
    if (edge == kNotDue) return due_.cancel();
    due_.at(edge);
    if (heard_) fire(edge_, edge - now_fs());
}

void Clock::EdgeRequest::in(std::uint64_t edges) {
    edge_ = clock_->next_edge() + (edges - 1) * clock_->period_fs();
    if (!clock_->ticking_ && edge_ < clock_->awaited_) clock_->await(edge_);
}

Clock::EdgeRequest::~EdgeRequest() {
    if (!clock_) return;
    auto& wishes = clock_->edge_requests_;
    wishes.erase(std::find(wishes.begin(), wishes.end(), this));
}

void Clock::fulfil(EdgeRequest& request) {
    request.drop();
    if (request.method_ == kNobody) return;
    awake_[request.method_ / kWord] |= bit(request.method_);
    ++holders_;
}

void Clock::tick() {
    ++calls_;
    ticking_ = true;
    const Femtoseconds now = now_fs();
    for (EdgeRequest* w : edge_requests_)
        if (w->edge_ <= now) fulfil(*w);
    for (const EdgeCall& o : observers_) o.call(o.module);
    for (std::size_t word = 0; word < awake_.size(); ++word)
        for (std::uint64_t due = awake_[word]; due != 0; due &= due - 1) {
            const std::size_t i = word * kWord + static_cast<std::size_t>(__builtin_ctzll(due));
            const Method& m = methods_[i];
            if (m.since == now || !awake(i)) continue;
            if constexpr (kCheckWriters) called.module = m.method.owner;
            m.method.call(m.method.module);
        }
    awaited_ = kNotDue;
    arm();
    ticking_ = false;
}

}  // namespace niclab::core
