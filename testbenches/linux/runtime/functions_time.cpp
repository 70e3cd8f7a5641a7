// Delays, locks, timers and interrupts.
#include "runtime/machine.h"

using niclab::linux_kernel::Machine;

namespace {
niclab::linux_kernel::Cpu& cpu() { return niclab::linux_kernel::Machine::current().cpu; }
}  // namespace

extern "C" {

unsigned long niclab_jiffies(void) { return cpu().jiffies(); }
void udelay(unsigned long us) { cpu().delay(static_cast<double>(us)); }
void mdelay(unsigned long ms) { cpu().delay(1e3 * static_cast<double>(ms)); }
void schedule(void) { cpu().delay(1); }
long niclab_idle(long timeout) { return cpu().idle_jiffies(timeout); }

unsigned long niclab_lock_irqsave(spinlock_t* lock) {
    const bool masked = cpu().mask();
    ++lock->held;
    return masked ? 1 : 0;
}

int niclab_trylock_irqsave(spinlock_t* lock, unsigned long* flags) {
    if (lock->held) return 0;
    *flags = niclab_lock_irqsave(lock);
    return 1;
}

void niclab_unlock_irqrestore(spinlock_t* lock, unsigned long flags) {
    --lock->held;
    cpu().restore(flags != 0);
}

void spin_lock(spinlock_t* lock) { ++lock->held; }
void spin_unlock(spinlock_t* lock) { --lock->held; }

void spin_lock_irq(spinlock_t* lock) { niclab_lock_irqsave(lock); }
void spin_unlock_irq(spinlock_t* lock) { niclab_unlock_irqrestore(lock, 0); }

void add_timer(struct timer_list* timer) { cpu().add(timer); }

int mod_timer(struct timer_list* timer, unsigned long expires) {
    const int was = timer->pending;
    timer->expires = expires;
    cpu().add(timer);
    return was;
}

int del_timer(struct timer_list* timer) {
    const int was = timer->pending;
    cpu().remove(timer);
    return was;
}

int request_irq(unsigned irq, irqreturn_t (*handler)(int, void*), unsigned long, const char*, void* device) {
    Machine& machine = Machine::current();
    machine.cpu.set_handler(handler, static_cast<int>(irq), device);
    machine.port.enable_interrupt(irq, true);
    machine.cpu.resume();
    return 0;
}

void disable_irq(unsigned) { cpu().mask(); }
void enable_irq(unsigned) { cpu().restore(false); }
unsigned long probe_irq_on(void) {
    cpu().begin_probe();
    return ~0ul;
}
/// Several lines: which one is not known.
int probe_irq_off(unsigned long) {
    const u32 asked = cpu().end_probe();
    return asked != 0 && (asked & (asked - 1)) == 0 ? __builtin_ctz(asked) : 0;
}

int in_interrupt(void) { return cpu().in_interrupt() ? 1 : 0; }
unsigned long niclab_irqsave(void) { return cpu().mask() ? 1 : 0; }
void niclab_irqrestore(unsigned long flags) { cpu().restore(flags != 0); }

void* free_irq(unsigned irq, void* device) {
    Machine& machine = Machine::current();
    machine.cpu.set_handler(nullptr, 0, nullptr);
    machine.port.enable_interrupt(irq, false);
    machine.cpu.resume();
    return device;
}
}
