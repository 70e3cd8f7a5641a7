/// @file  Events and wires of the kernel, for modules that may run ahead of it.
///
/// What such a module does to the kernel is done when the kernel is there, before anything else of that time.
#pragma once

#include <systemc>

#include "core/time.h"

namespace niclab::core {

inline bool ahead() { return present.lead != 0; }
/// Calls `effect` when the kernel has come to the present, which is as far as anything runs ahead of it then.
void when_there(void (*effect)(void* whom, Femtoseconds delay), void* whom, Femtoseconds delay = 0);

/// Fires after `delay`; with none in the next delta cycle.
inline void fire(sc_core::sc_event& event, Femtoseconds delay = 0) {
    if (!ahead()) return event.notify(from_fs(delay));
    when_there([](void* e, Femtoseconds d) { static_cast<sc_core::sc_event*>(e)->notify(from_fs(d)); }, &event, delay);
}
/// Fires in this delta cycle.
inline void fire_at_once(sc_core::sc_event& event) {
    if (!ahead()) return event.notify();
    when_there([](void* e, Femtoseconds) { static_cast<sc_core::sc_event*>(e)->notify(); }, &event);
}
inline void cancel(sc_core::sc_event& event) {
    if (!ahead()) return event.cancel();
    when_there([](void* e, Femtoseconds) { static_cast<sc_core::sc_event*>(e)->cancel(); }, &event);
}

}  // namespace niclab::core
