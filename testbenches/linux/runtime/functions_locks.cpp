// Spin locks and mutexes. A spin lock waits for another CPU only.
#include "runtime/machine.h"

using niclab::linux_kernel::CodeAddress;
using niclab::linux_kernel::Machine;
using Masked = niclab::linux_kernel::Locks::Masked;

namespace {

bool is_held_elsewhere(Machine& machine, const spinlock_t* lock) {
    return lock->held > 0 && lock->cpu != static_cast<int>(machine.cpu().number());
}

void take(spinlock_t* lock, CodeAddress caller, Masked masked, bool tried = false) {
    Machine& machine = Machine::current();
    machine.cpu().barrier();
    if (machine.debug() && !machine.locks.is_initialized(lock) && machine.has_allocated(lock)) {
        machine.locks.expect_initialized(lock, caller);
        *lock = {};
    }
    machine.spin_while([&] { return is_held_elsewhere(machine, lock); },
                       [&] {
                           return "at " + machine.findings.line(caller) + " for the lock that CPU " +
                                  std::to_string(lock->cpu) + " has taken at " + machine.findings.line(lock->taken);
                       });
    if (lock->held++ == 0) lock->cpu = static_cast<int>(machine.cpu().number()), lock->taken = caller;
    if (machine.debug()) machine.locks.take(lock, caller, masked, tried);
}

void release(spinlock_t* lock, CodeAddress caller) {
    Machine& machine = Machine::current();
    machine.cpu().barrier();
    --lock->held;
    if (machine.debug()) machine.locks.release(lock, caller);
}

/// What the CPU has masked.
Masked masked_now() {
    const auto& cpu = Machine::current().cpu();
    if (cpu.is_undisturbed()) return Masked::Interrupts;
    return cpu.softirqs_masked() ? Masked::Softirqs : Masked::Nothing;
}

bool mask() { return Machine::current().cpu().mask(); }
void restore(bool masked) { Machine::current().cpu().restore(masked); }

}  // namespace

extern "C" {

void spin_lock_init(spinlock_t* lock) {
    *lock = {};
    Machine::current().locks.initialize(lock);
}

unsigned long niclab_lock_irqsave(spinlock_t* lock) {
    const bool masked = mask();
    take(lock, NICLAB_CALLER, Masked::Interrupts);
    return masked ? 1 : 0;
}

int niclab_trylock_irqsave(spinlock_t* lock, unsigned long* flags) {
    if (lock->held) return 0;
    *flags = mask() ? 1 : 0;
    take(lock, NICLAB_CALLER, Masked::Interrupts, true);
    return 1;
}

void niclab_unlock_irqrestore(spinlock_t* lock, unsigned long flags) {
    release(lock, NICLAB_CALLER);
    restore(flags != 0);
}

void spin_lock(spinlock_t* lock) { take(lock, NICLAB_CALLER, masked_now()); }
void spin_unlock(spinlock_t* lock) { release(lock, NICLAB_CALLER); }

void spin_lock_bh(spinlock_t* lock) {
    Machine::current().cpu().mask_softirqs();
    take(lock, NICLAB_CALLER, masked_now());
}
void spin_unlock_bh(spinlock_t* lock) {
    release(lock, NICLAB_CALLER);
    Machine::current().cpu().unmask_softirqs();
}

void spin_lock_irq(spinlock_t* lock) {
    mask();
    take(lock, NICLAB_CALLER, Masked::Interrupts);
}
void spin_unlock_irq(spinlock_t* lock) {
    release(lock, NICLAB_CALLER);
    restore(false);
}
}
