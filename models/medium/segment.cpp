#include "medium/segment.h"

#include <cmath>
#include <stdexcept>

namespace niclab::medium {

Segment::Segment(sc_core::sc_module_name name, const SegmentConfig& config) : sc_module(name), config_(config) {
    SC_HAS_PROCESS(Segment);
    SC_METHOD(deliver);
    sensitive << due_;
    dont_initialize();
}

unsigned Segment::attach(Listener& listener, double at_m) {
    taps_.push_back({&listener, at_m});
    return taps() - 1;
}

core::Femtoseconds Segment::delay(unsigned from, unsigned to) const {
    const double ns = std::fabs(taps_[from].at_m - taps_[to].at_m) * config_.ns_per_m;
    return static_cast<core::Femtoseconds>(std::llround(ns * 1e6));
}

void Segment::set_plugged(unsigned tap, bool plugged) {
    if (launching_ > 0 || under_way()) throw std::logic_error(std::string(name()) + ": disconnected during a signal");
    taps_[tap].plugged = plugged;
}

void Segment::launch(unsigned tap, const Heard& signal) {
    bool heard = false;
    for (unsigned to = 0; to < taps(); ++to) heard |= to != tap && hears(to, tap);
    unheard_ += !heard, ++launching_;
    send_out(tap, signal->begin, true, signal);
}

void Segment::finish(unsigned tap, const Heard& signal) {
    --launching_;
    send_out(tap, signal->end(), false, signal);
}

bool Segment::hears(unsigned tap, unsigned from) const {
    return tap == from ? config_.echo : taps_[tap].plugged && taps_[from].plugged;
}

void Segment::send_out(unsigned from, core::Femtoseconds when, bool begins, const Heard& signal) {
    for (unsigned to = 0; to < taps(); ++to)
        if (hears(to, from))
            arrivals_.push(
                {when + delay(from, to) + taps_[to].listener->receive_delay(), order_++, to, begins, signal});
    arm();
}

void Segment::deliver() {
    ++calls_;
    while (!arrivals_.empty() && arrivals_.top().when <= core::now_fs()) {
        const Arrival a = arrivals_.top();
        arrivals_.pop();
        a.begins ? taps_[a.tap].listener->signal_begins(a.signal) : taps_[a.tap].listener->signal_ends(a.signal);
    }
    arm();
}

void Segment::arm() {
    if (arrivals_.empty()) return;
    core::cancel(due_);
    core::fire(due_, arrivals_.top().when - core::now_fs());
}

}  // namespace niclab::medium
