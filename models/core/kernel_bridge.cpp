#include "core/kernel_bridge.h"

#include <algorithm>
#include <cassert>

namespace niclab::core {

KernelBridge::KernelBridge(sc_core::sc_module_name name, base::EventQueue& event_queue)
    : sc_module(name), event_queue_(event_queue) {}

void KernelBridge::begin() {
    origin_ = now_fs() - event_queue_.now();
    begun_ = true;
}

void KernelBridge::run(Femtoseconds end) {
    assert(begun_);
    while (now() < end) {
        const Femtoseconds next = std::min(event_queue_.next(), end);
        if (next > now() && is_idle && is_idle()) stop_clocks(next);
        plan();
        if (now() == end && event_queue_.next() > end) break;
        simulate(std::min(now() + kLook, end) - now());
    }
    event_queue_.run(end);
}

void KernelBridge::stop_clocks(Femtoseconds until) {
    stopped(now_fs(), until - now());
    origin_ = now_fs() - until;
}

void KernelBridge::enter() {
    assert(begun_);
    event_queue_.run(now());
}

/// An event that was just scheduled for the present time is executed in the next delta cycle.
void KernelBridge::plan() {
    due_.cancel();
    if (event_queue_.next() != base::kNever) due_.in(event_queue_.next() - now());
}

}  // namespace niclab::core
