/// @file A workaround that announces the main stack to AddressSanitizer; without effect in other
/// builds.
///
/// Behaviour: SystemC 2.3.4 announces each switch to the stack of an SC_THREAD, but not the switch
///   away from a thread that ended. The sanitizer then regards that stack, which is already
///   unmapped, as the active one. At exit the leak checker crashes because of the memory that was
///   mapped there afterwards ("Tracer caught signal 11").
#pragma once

#include <cstddef>

namespace niclab::test {

struct StackBounds {
    const void* bottom = nullptr;
    std::size_t octets = 0;
    bool holds(const void* p) const { return p >= bottom && p < static_cast<const char*>(bottom) + octets; }
};

/// Announces the main stack, if called on it. Returns the bounds that the sanitizer had before. On
/// any other stack, and in a build without AddressSanitizer, it has no effect. Every program that
/// is linked with this file calls it at its exit.
StackBounds announce_main_stack();

/// Whether this is a build with AddressSanitizer. There a test must not throw on the main stack
/// after an SC_THREAD has ended: the sanitizer keeps the marks of the frames that were left.
bool watches_stacks();

}  // namespace niclab::test
