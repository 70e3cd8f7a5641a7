// Accesses of a driver to memory. The compiler calls these functions before each one, if a module is
// for a debug kernel or for two CPUs (-fsanitize=thread). The kernel's KCSAN uses the same calls.
#include <algorithm>

#include "runtime/machine.h"

using niclab::linux_kernel::CodeAddress;
using niclab::linux_kernel::Machine;

namespace {

bool all_are(const void* at, unsigned octets, unsigned char value) {
    const auto* first = static_cast<const unsigned char*>(at);
    return std::all_of(first, first + octets, [value](unsigned char octet) { return octet == value; });
}

/// Fewer octets may have a value by chance.
constexpr unsigned kLeast = 4;

/// Memory of devices has no fences: octets of a freed block have a value that shows it.
void check_freed(Machine& machine, const void* at, unsigned octets, const char* access, CodeAddress caller) {
    if (octets >= kLeast && all_are(at, octets, niclab::linux_kernel::kFreed))
        machine.report_freed(at, octets, access, caller);
}

/// Of memory that was not set.
void check_load(Machine& machine, const void* at, unsigned octets, CodeAddress caller) {
    check_freed(machine, at, octets, "read", caller);
    if (octets >= kLeast && all_are(at, octets, niclab::linux_kernel::kUnset)) machine.report_unset(at, octets, caller);
    if (all_are(at, octets, niclab::linux_kernel::kOfDevice)) machine.bounces.read_by_cpu(at, caller);
}

void load(const void* at, unsigned octets, CodeAddress caller) {
    Machine* machine = Machine::current_if_any();
    if (!machine) return;
    if (machine->debug()) check_load(*machine, at, octets, caller);
    if (!machine->interleaves()) return;
    machine->cpu().before_access();
    machine->cpu().stores.load(at, octets);
}

void store(void* at, unsigned octets, CodeAddress caller) {
    Machine* machine = Machine::current_if_any();
    if (!machine) return;
    if (machine->debug()) check_freed(*machine, at, octets, "written", caller);
    if (!machine->interleaves()) return;
    machine->cpu().before_access();
    machine->cpu().stores.store(at, octets, caller);
}

/// An atomic operation is a barrier, and visible at once.
void atomic_access() {
    if (Machine* machine = Machine::current_if_any()) machine->cpu().barrier();
}

}  // namespace

extern "C" {

#define NICLAB_ACCESSES(octets)                                                                                     \
    void __tsan_read##octets(void* at) { load(at, octets, NICLAB_CALLER); }                                         \
    void __tsan_write##octets(void* at) { store(at, octets, NICLAB_CALLER); }                                       \
    void __tsan_unaligned_read##octets(void* at) { load(at, octets, NICLAB_CALLER); }                               \
    void __tsan_unaligned_write##octets(void* at) { store(at, octets, NICLAB_CALLER); }                             \
    void __tsan_read_write##octets(void* at) { load(at, octets, NICLAB_CALLER), store(at, octets, NICLAB_CALLER); } \
    void __tsan_volatile_read##octets(void* at) { load(at, octets, NICLAB_CALLER); }                                \
    void __tsan_volatile_write##octets(void* at) { store(at, octets, NICLAB_CALLER); }                              \
    void __tsan_unaligned_volatile_read##octets(void* at) { load(at, octets, NICLAB_CALLER); }                      \
    void __tsan_unaligned_volatile_write##octets(void* at) { store(at, octets, NICLAB_CALLER); }

NICLAB_ACCESSES(1)
NICLAB_ACCESSES(2)
NICLAB_ACCESSES(4)
NICLAB_ACCESSES(8)
NICLAB_ACCESSES(16)

void __tsan_read_range(void* at, unsigned long octets) { load(at, static_cast<unsigned>(octets), NICLAB_CALLER); }
void __tsan_write_range(void* at, unsigned long octets) { store(at, static_cast<unsigned>(octets), NICLAB_CALLER); }
void __tsan_func_entry(void*) {}
void __tsan_func_exit() {}
void __tsan_init() {}
void __tsan_atomic_thread_fence(int) { atomic_access(); }
void __tsan_atomic_signal_fence(int) {}

#define NICLAB_ATOMIC(bits, type)                                              \
    type __tsan_atomic##bits##_load(const volatile type* at, int) {            \
        atomic_access();                                                       \
        return *at;                                                            \
    }                                                                          \
    void __tsan_atomic##bits##_store(volatile type* at, type value, int) {     \
        atomic_access();                                                       \
        *at = value;                                                           \
    }                                                                          \
    type __tsan_atomic##bits##_exchange(volatile type* at, type value, int) {  \
        atomic_access();                                                       \
        return __atomic_exchange_n(at, value, __ATOMIC_SEQ_CST);               \
    }                                                                          \
    type __tsan_atomic##bits##_fetch_add(volatile type* at, type value, int) { \
        atomic_access();                                                       \
        return __atomic_fetch_add(at, value, __ATOMIC_SEQ_CST);                \
    }                                                                          \
    type __tsan_atomic##bits##_fetch_sub(volatile type* at, type value, int) { \
        atomic_access();                                                       \
        return __atomic_fetch_sub(at, value, __ATOMIC_SEQ_CST);                \
    }                                                                          \
    type __tsan_atomic##bits##_fetch_and(volatile type* at, type value, int) { \
        atomic_access();                                                       \
        return __atomic_fetch_and(at, value, __ATOMIC_SEQ_CST);                \
    }                                                                          \
    type __tsan_atomic##bits##_fetch_or(volatile type* at, type value, int) {  \
        atomic_access();                                                       \
        return __atomic_fetch_or(at, value, __ATOMIC_SEQ_CST);                 \
    }

NICLAB_ATOMIC(8, unsigned char)
NICLAB_ATOMIC(16, unsigned short)
NICLAB_ATOMIC(32, unsigned)
NICLAB_ATOMIC(64, unsigned long)
}
