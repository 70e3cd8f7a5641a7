// The advance of the bench's parts in time.
#include <algorithm>

#include "lab/bench/bench.h"

namespace niclab::lab {

void Bench::add_idle_skippers() {
    for (std::size_t part = 0; part < contexts_.count(); ++part) {
        std::vector<AtmHop*> hops;
        for (const auto& hop : hops_)
            if (hop->atm && hop->sender.node.part == part) hops.push_back(hop->atm.get());
        contexts_.enter(part);
        idle_skippers_.push_back(std::make_unique<IdleSkipper>("null_stretches", hops));
    }
    idle_until_.resize(contexts_.count());
    stepped_over_.resize(contexts_.count());
}

void Bench::bring_up(std::size_t part) const {
    contexts_.enter(part);
    const core::Femtoseconds then = core::now_fs();
    if (then >= now_) return;
    idle_skippers_[part]->no_input_before(now_);
    core::simulate(now_ - then);
    for (const auto& hop : hops_)
        if (hop->link && hop->sender.node.part == part) hop->link->settle();
}

core::Femtoseconds Bench::after(double us) const {
    return std::max(now_, core::now_fs()) + sc_core::sc_time(us, sc_core::SC_US).value();
}

void Bench::advance_to(core::Femtoseconds t) {
    now_ = t;
    std::size_t last = first_part_;
    for (std::size_t part = first_part_; part < end_part_; ++part) {
        if (may_defer_ && idle_until_[part] >= now_) continue;
        bring_up(part);
        if (may_defer_) idle_until_[part] = idle_skippers_[part]->idle_until();
        last = part;
    }
    bring_up(last);  // A caller that reads the time gets the present one.
}

void Bench::defer_idle_parts(bool allowed) {
    may_defer_ = allowed && contexts_.count() > 1;
    std::fill(idle_until_.begin(), idle_until_.end(), core::Femtoseconds{0});
    for (std::size_t part = first_part_; !may_defer_ && part < end_part_; ++part) bring_up(part);
}

double Bench::idle_for_us() {
    core::Femtoseconds until = ~core::Femtoseconds{0};
    for (std::size_t part = first_part_; part < end_part_; ++part) {
        if (may_defer_ && idle_until_[part] > now_) {
            until = std::min(until, idle_until_[part]);
            continue;
        }
        bring_up(part);
        until = std::min(until, idle_until_of(part));
        if (until <= now_) return 0;
    }
    return double(until - now_) * 1e-9;
}

/// Reports that the check of the lines has caused up to now are processed first: otherwise they
/// would count as coming activity.
core::Femtoseconds Bench::idle_until_of(std::size_t part) {
    const core::Femtoseconds until = idle_skippers_[part]->idle_until();
    if (until > now_ || !sc_core::sc_pending_activity_at_current_time()) return until;
    core::simulate(0);
    return idle_skippers_[part]->idle_until();
}

core::Femtoseconds Bench::idle_until() {
    core::Femtoseconds until = ~core::Femtoseconds{0};
    for (const auto& skipper : idle_skippers_) until = std::min(until, skipper->idle_until());
    return until;
}

std::vector<core::Femtoseconds> Bench::stepped_over() const {
    std::vector<core::Femtoseconds> all = stepped_over_;
    for (std::size_t part = first_part_; part < end_part_; ++part) all[part] = idle_skippers_[part]->stepped_over();
    return all;
}

double Bench::stepped_over_us() const {
    double sum = 0;
    for (const core::Femtoseconds time : stepped_over()) sum += double(time) * 1e-9;
    const auto lines = std::count_if(hops_.begin(), hops_.end(), [](const auto& hop) { return hop->atm != nullptr; });
    return lines > 0 ? sum / double(lines) : 0;
}

void Bench::synchronize() {
    for (const auto& end : ends_)
        if (end->atm && simulates(end->node.part)) end->atm->nic.phy.edge_runners().synchronize();
}

}  // namespace niclab::lab
