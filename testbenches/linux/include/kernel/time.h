/* Locks, interrupts, timers and delays. On a machine with one CPU a lock never waits, and masks interrupts where it
 * says so; an interrupt handler runs at a register access, a delay or while the CPU idles.
 */
#ifndef NICLAB_KERNEL_TIME_H
#define NICLAB_KERNEL_TIME_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

#define HZ 250
unsigned long niclab_jiffies(void);
#ifndef __cplusplus
#define jiffies niclab_jiffies()
#endif

void udelay(unsigned long us);
void mdelay(unsigned long ms);
void schedule(void);
#define cond_resched() ((void)0)
#define ndelay(ns) udelay(1)
void msleep(unsigned long ms);
#define msleep_interruptible(ms) (msleep(ms), 0ul)
void usleep_range(unsigned long least, unsigned long most);

typedef struct {
    int held, cpu;     /* the CPU that holds it */
    const void* taken; /* where that was */
} spinlock_t;
#define DEFINE_SPINLOCK(name) spinlock_t name = {0, 0, 0}
void spin_lock_init(spinlock_t* lock);
unsigned long niclab_lock_irqsave(spinlock_t* lock);
int niclab_trylock_irqsave(spinlock_t* lock, unsigned long* flags);
void niclab_unlock_irqrestore(spinlock_t* lock, unsigned long flags);
void spin_lock(spinlock_t* lock);
void spin_unlock(spinlock_t* lock);
void spin_lock_bh(spinlock_t* lock);
void spin_unlock_bh(spinlock_t* lock);
void spin_lock_irq(spinlock_t* lock);
void spin_unlock_irq(spinlock_t* lock);
#define spin_lock_irqsave(lock, flags) ((flags) = niclab_lock_irqsave(lock))
#define spin_trylock_irqsave(lock, flags) niclab_trylock_irqsave((lock), &(flags))
#define spin_unlock_irqrestore(lock, flags) niclab_unlock_irqrestore((lock), (flags))

typedef struct {
    int waiters;
} wait_queue_head_t;
#define init_waitqueue_head(queue) ((void)((queue)->waiters = 0))
#define wake_up_interruptible(queue) ((void)(queue))
#define wake_up(queue) ((void)(queue))
/* Idles until something has happened or `timeout` jiffies are over; what is left of them. */
long niclab_idle(long timeout);
#define wait_event_interruptible_lock_irq_timeout(queue, condition, lock, timeout) \
    ({                                                                             \
        long niclab_left = (timeout);                                              \
        while (!(condition) && niclab_left > 0) {                                  \
            spin_unlock_irq(&(lock));                                              \
            niclab_left = niclab_idle(niclab_left);                                \
            spin_lock_irq(&(lock));                                                \
        }                                                                          \
        niclab_left;                                                               \
    })

struct timer_list {
    unsigned long expires;
    void (*function)(struct timer_list*);
    int pending;
};
#define DEFINE_TIMER(name, function) struct timer_list name = {0, function, 0}
#define timer_setup(timer, f, flags) ((void)((timer)->function = (f), (timer)->pending = 0))
void add_timer(struct timer_list* timer);
int mod_timer(struct timer_list* timer, unsigned long expires);
int del_timer(struct timer_list* timer);
int del_timer_sync(struct timer_list* timer);
#define from_timer(owner, timer, member) container_of(timer, __typeof__(*(owner)), member)
#define round_jiffies(time) (time)
#define time_after(a, b) ((long)((b) - (a)) < 0)
#define time_after_eq(a, b) ((long)((a) - (b)) >= 0)
#define time_before(a, b) time_after((b), (a))

typedef int irqreturn_t;
typedef irqreturn_t (*irq_handler_t)(int, void*);
#define IRQ_NONE 0
#define IRQ_HANDLED 1
#define nr_irqs 16
#define IRQF_SHARED 0x80ul
#define IRQF_PROBE_SHARED 0x100ul
int request_irq(unsigned irq, irqreturn_t (*handler)(int, void*), unsigned long flags, const char* name, void* device);
void* free_irq(unsigned irq, void* device);
/* Waits for the end of its handler on the other CPU. */
void synchronize_irq(unsigned irq);
#define IRQ_RETVAL(handled) ((handled) ? IRQ_HANDLED : IRQ_NONE)
/* The card's interrupt is the machine's only one. */
void disable_irq(unsigned irq);
void enable_irq(unsigned irq);
void disable_irq_nosync(unsigned irq);
#define disable_irq_nosync_lockdep(irq) disable_irq_nosync(irq)
#define enable_irq_lockdep(irq) enable_irq(irq)
#define disable_irq_nosync_lockdep_irqsave(irq, flags) ((void)(irq), (void)(*(flags) = niclab_irqsave()))
#define enable_irq_lockdep_irqrestore(irq, flags) ((void)(irq), niclab_irqrestore(*(flags)))
/* The line that a device lets ask in between, which a machine with several has; 0: none. */
unsigned long probe_irq_on(void);
int probe_irq_off(unsigned long lines);
/* The CPU runs an interrupt handler or a timer. */
int in_interrupt(void);
unsigned long niclab_irqsave(void);
void niclab_irqrestore(unsigned long flags);
#define local_irq_save(flags) ((flags) = niclab_irqsave())
#define local_irq_restore(flags) niclab_irqrestore(flags)
#define local_irq_disable() ((void)niclab_irqsave())
#define local_irq_enable() niclab_irqrestore(0)

#ifdef __cplusplus
}
#endif
#endif
