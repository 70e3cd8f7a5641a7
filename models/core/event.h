/// @file Kernel events and wires for modules that may run ahead of the kernel.
///
/// Timing: an effect of such a module on the kernel takes place when the kernel has reached its
///   time, before anything else of that time.
#pragma once

#include <systemc>

#include "core/time.h"

namespace niclab::core {

inline bool ahead() { return present.lead != 0; }
/// Calls `effect` when the kernel has reached the present time. Nothing runs further ahead than
/// that.
void defer_to_kernel(void (*effect)(void* whom, Femtoseconds delay), void* whom, Femtoseconds delay = 0);

/// Notifies `event` after `delay`; without a delay in the next delta cycle.
inline void fire(sc_core::sc_event& event, Femtoseconds delay = 0) {
    if (!ahead()) return event.notify(from_fs(delay));
    defer_to_kernel([](void* e, Femtoseconds d) { static_cast<sc_core::sc_event*>(e)->notify(from_fs(d)); }, &event,
                    delay);
}
/// Notifies `event` in the present delta cycle.
inline void fire_at_once(sc_core::sc_event& event) {
    if (!ahead()) return event.notify();
    defer_to_kernel([](void* e, Femtoseconds) { static_cast<sc_core::sc_event*>(e)->notify(); }, &event);
}
inline void cancel(sc_core::sc_event& event) {
    if (!ahead()) return event.cancel();
    defer_to_kernel([](void* e, Femtoseconds) { static_cast<sc_core::sc_event*>(e)->cancel(); }, &event);
}

}  // namespace niclab::core
