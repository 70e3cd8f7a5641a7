// Spin locks. A lock waits for another CPU only.
#include "runtime/machine.h"

using niclab::linux_kernel::CodeAddress;
using niclab::linux_kernel::Machine;

namespace {

bool is_held_elsewhere(Machine& machine, const spinlock_t* lock) {
    return lock->held > 0 && lock->cpu != static_cast<int>(machine.cpu().number());
}

void take(spinlock_t* lock, CodeAddress caller, bool undisturbed) {
    Machine& machine = Machine::current();
    machine.cpu().barrier();
    machine.spin_while([&] { return is_held_elsewhere(machine, lock); },
                       [&] {
                           return "at " + machine.findings.line(caller) +
                                  " for the lock that the other CPU has taken at " + machine.locks.taken_at(lock);
                       });
    ++lock->held, lock->cpu = static_cast<int>(machine.cpu().number());
    if (machine.debug()) machine.locks.take(lock, caller, undisturbed);
}

void release(spinlock_t* lock, CodeAddress caller) {
    Machine& machine = Machine::current();
    machine.cpu().barrier();
    --lock->held;
    if (machine.debug()) machine.locks.release(lock, caller);
}

bool mask() { return Machine::current().cpu().mask(); }
void restore(bool masked) { Machine::current().cpu().restore(masked); }

}  // namespace

extern "C" {

void spin_lock_init(spinlock_t* lock) {
    lock->held = 0;
    Machine::current().locks.initialize(lock);
}

unsigned long niclab_lock_irqsave(spinlock_t* lock) {
    const bool masked = mask();
    take(lock, NICLAB_CALLER, true);
    return masked ? 1 : 0;
}

int niclab_trylock_irqsave(spinlock_t* lock, unsigned long* flags) {
    if (lock->held) return 0;
    *flags = mask() ? 1 : 0;
    take(lock, NICLAB_CALLER, true);
    return 1;
}

void niclab_unlock_irqrestore(spinlock_t* lock, unsigned long flags) {
    release(lock, NICLAB_CALLER);
    restore(flags != 0);
}

void spin_lock(spinlock_t* lock) { take(lock, NICLAB_CALLER, Machine::current().cpu().is_undisturbed()); }
void spin_unlock(spinlock_t* lock) { release(lock, NICLAB_CALLER); }

void spin_lock_irq(spinlock_t* lock) {
    mask();
    take(lock, NICLAB_CALLER, true);
}
void spin_unlock_irq(spinlock_t* lock) {
    release(lock, NICLAB_CALLER);
    restore(false);
}
}
