// Work that a driver puts off to a process, and mutexes.
#include "runtime/machine.h"

using niclab::linux_kernel::Machine;

extern "C" {

void niclab_init_delayed_work(struct delayed_work* item, void (*function)(struct work_struct*)) {
    item->work = {function, 0};
    item->timer = {};
}

bool schedule_work(struct work_struct* item) { return Machine::current().put_off.queue(item, NICLAB_CALLER); }

bool schedule_delayed_work(struct delayed_work* item, unsigned long delay) {
    return Machine::current().put_off.queue_later(item, delay, NICLAB_CALLER);
}

bool mod_delayed_work(void*, struct delayed_work* item, unsigned long delay) {
    const bool was = Machine::current().put_off.cancel(item);
    Machine::current().put_off.queue_later(item, delay, NICLAB_CALLER);
    return was;
}

bool cancel_work_sync(struct work_struct* item) {
    Machine& machine = Machine::current();
    machine.put_off.await(item, "cancel_work_sync()", NICLAB_CALLER);
    return machine.put_off.cancel(item);
}

bool cancel_delayed_work(struct delayed_work* item) {
    Machine& machine = Machine::current();
    if (item->work.func) machine.work_not_awaited[&item->work] = NICLAB_CALLER;
    return machine.put_off.cancel(item);
}

bool cancel_delayed_work_sync(struct delayed_work* item) {
    Machine& machine = Machine::current();
    machine.put_off.await(&item->work, "cancel_delayed_work_sync()", NICLAB_CALLER);
    return machine.put_off.cancel(item);
}

/// The item is done first.
bool flush_work(struct work_struct* item) {
    Machine& machine = Machine::current();
    machine.put_off.await(item, "flush_work()", NICLAB_CALLER);
    return machine.put_off.run_now(item);
}

/// One process at a time: it never waits.
void mutex_lock(struct mutex* lock) {
    Machine& machine = Machine::current();
    machine.may_sleep("mutex_lock()", NICLAB_CALLER);
    ++lock->held;
    if (machine.debug()) machine.locks.take_mutex(lock, NICLAB_CALLER);
}

void mutex_unlock(struct mutex* lock) {
    Machine& machine = Machine::current();
    --lock->held;
    if (machine.debug()) machine.locks.release_mutex(lock, NICLAB_CALLER);
}
}
