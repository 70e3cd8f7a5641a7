#include "core/conductor.h"

#include <algorithm>
#include <cassert>

namespace niclab::core {

Conductor::Conductor(sc_core::sc_module_name name, base::Agenda& agenda) : sc_module(name), agenda_(agenda) {}

void Conductor::begin() {
    origin_ = now_fs() - agenda_.now();
    begun_ = true;
}

void Conductor::run(Femtoseconds end) {
    assert(begun_);
    while (now() < end) {
        const Femtoseconds next = std::min(agenda_.next(), end);
        if (next > now() && rests && rests()) origin_ = now_fs() - next;
        plan();
        if (now() == end && agenda_.next() > end) break;
        simulate(std::min(now() + kLook, end) - now());
    }
    agenda_.run(end);
}

void Conductor::enter() {
    assert(begun_);
    agenda_.run(now());
}

/// An event that was just scheduled for the present time is executed in the next delta cycle.
void Conductor::plan() {
    due_.cancel();
    if (agenda_.next() != base::kNever) due_.in(agenda_.next() - now());
}

}  // namespace niclab::core
