#include "core/clock.h"

#include <algorithm>
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

std::uint64_t Clock::cycle_at(Femtoseconds now) const {
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

Femtoseconds Clock::next_after(Femtoseconds t) const {
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

Femtoseconds Clock::first_requested() {
    first_request_ = kNotDue;
    for (const EdgeRequest* w : edge_requests_) first_request_ = std::min(first_request_, w->edge_);
    return first_request_;
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
    clock_->first_request_ = std::min(clock_->first_request_, edge_);
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

void Clock::fulfil_requests(Femtoseconds now) {
    for (EdgeRequest* w : edge_requests_)
        if (w->edge_ <= now) fulfil(*w);
    first_requested();
}

[[gnu::flatten]] void Clock::tick() {  // Inlines its calls: it runs all the time.
    ++calls_;
    ticking_ = true;
    const Femtoseconds now = now_fs();
    if (first_request_ <= now) fulfil_requests(now);
    for (const EdgeCall& o : observers_) o.call(o.module);
    for (std::size_t word = 0; word < awake_.size(); ++word)
        for (std::uint64_t due = awake_[word]; due != 0; due &= due - 1) {
            const Method& m = methods_[word * kWord + static_cast<std::size_t>(__builtin_ctzll(due))];
            const std::uint64_t first = due & -due;
            if (m.since == now || (awake_[word] & first) == 0) continue;
            if constexpr (kCheckWriters) called.module = m.method.owner;
            m.method.call(m.method.module);
        }
    awaited_ = kNotDue;
    arm();
    ticking_ = false;
}

}  // namespace niclab::core
