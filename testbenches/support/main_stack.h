/// @file  Tells AddressSanitizer that the main stack is the one in use; nothing in other builds.
///
/// SystemC 2.3.4 announces each switch to the stack of an SC_THREAD, but not the one away from a thread that ended. The
/// sanitizer then takes that stack, unmapped by now, for the active one, and the leak checker dies at exit of whatever
/// was mapped in its place ("Tracer caught signal 11").
#pragma once

#include <cstddef>

namespace niclab::test {

struct StackBounds {
    const void* bottom = nullptr;
    std::size_t octets = 0;
    bool holds(const void* p) const { return p >= bottom && p < static_cast<const char*>(bottom) + octets; }
};

/// From the main stack: its bounds are the sanitizer's from now on. Returns those it had before; from any other stack, and
/// in a build without AddressSanitizer, nothing happens. Every program this file is linked with calls it at its exit.
StackBounds announce_main_stack();

}  // namespace niclab::test
