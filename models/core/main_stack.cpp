#include "core/main_stack.h"

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define __SANITIZE_ADDRESS__ 1
#endif
#endif

#ifdef __SANITIZE_ADDRESS__
#include <pthread.h>
#include <sanitizer/common_interface_defs.h>

#include <cstdlib>
#endif

namespace niclab::core {

#ifdef __SANITIZE_ADDRESS__
namespace {

StackBounds main_stack() {
    pthread_attr_t attributes;
    void* bottom = nullptr;
    std::size_t octets = 0;
    if (pthread_getattr_np(pthread_self(), &attributes) != 0) return {};
    pthread_attr_getstack(&attributes, &bottom, &octets);
    pthread_attr_destroy(&attributes);
    return {bottom, octets};
}

}  // namespace

StackBounds announce_main_stack() {
    static const StackBounds main = main_stack();  // The system reads a file for it.
    StackBounds before;
    if (!main.holds(&before)) return before;
    __sanitizer_start_switch_fiber(nullptr, main.bottom, main.octets);
    __sanitizer_finish_switch_fiber(nullptr, &before.bottom, &before.octets);
    return before;
}

// The leak checker registered itself before this, so that it runs after it.
[[maybe_unused]] const int registered = std::atexit([] { announce_main_stack(); });
#else
StackBounds announce_main_stack() { return {}; }
#endif

}  // namespace niclab::core
