/// @file A workaround that announces the main stack to AddressSanitizer; without effect in other
/// builds.
///
/// Behaviour: SystemC 2.3.4 announces each switch to the stack of an SC_THREAD, but not the switch
///   away from a thread that ended. The sanitizer then regards that stack, which is already
///   unmapped, as the active one. At exit the leak checker crashes because of the memory that was
///   mapped there afterwards ("Tracer caught signal 11"). After an exception on the main stack, the
///   frames that it left are reported as overflows.
#pragma once

#include <cstddef>

namespace niclab::core {

struct StackBounds {
    const void* bottom = nullptr;
    std::size_t octets = 0;
    bool holds(const void* p) const { return p >= bottom && p < static_cast<const char*>(bottom) + octets; }
};

/// Announces the main stack, if called on it. Returns the bounds that the sanitizer had before. On
/// any other stack, and in a build without AddressSanitizer, it has no effect. simulate() calls it at
/// its end, and every program at its exit.
StackBounds announce_main_stack();

}  // namespace niclab::core
