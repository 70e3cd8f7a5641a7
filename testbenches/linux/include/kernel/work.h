/* Work that a driver puts off to a process: at once, or after some jiffies. Written for niclab; nothing is copied from
 * the kernel. Each work queue is the machine's first CPU, which runs it behind its present work.
 */
#ifndef NICLAB_KERNEL_WORK_H
#define NICLAB_KERNEL_WORK_H

#include "base.h"
#include "time.h"

#ifdef __cplusplus
extern "C" {
#endif

struct mutex {
    int held;
};
#define DEFINE_MUTEX(name) struct mutex name = {0}
#define mutex_init(lock) ((void)((lock)->held = 0))
void mutex_lock(struct mutex* lock);
void mutex_unlock(struct mutex* lock);

struct work_struct {
    void (*func)(struct work_struct*);
    int pending; /* queued, and not begun */
};
struct delayed_work {
    struct work_struct work;
    struct timer_list timer;
};
#define INIT_WORK(item, function) ((void)((item)->func = (function), (item)->pending = 0))
#define INIT_DELAYED_WORK(item, function) niclab_init_delayed_work((item), (function))
void niclab_init_delayed_work(struct delayed_work* item, void (*function)(struct work_struct*));
static inline struct delayed_work* to_delayed_work(struct work_struct* work) {
    return (struct delayed_work*)((char*)work - offsetof(struct delayed_work, work));
}
/* Whether it was not queued yet. */
bool schedule_work(struct work_struct* item);
bool schedule_delayed_work(struct delayed_work* item, unsigned long delay);
bool mod_delayed_work(void* queue, struct delayed_work* item, unsigned long delay);
/* Whether it was queued. Work that runs has ended behind these calls. */
bool cancel_work_sync(struct work_struct* item);
bool cancel_delayed_work(struct delayed_work* item);
bool cancel_delayed_work_sync(struct delayed_work* item);
bool flush_work(struct work_struct* item);
#define work_pending(item) ((item)->pending != 0)
#define delayed_work_pending(item) work_pending(&(item)->work)
#define system_wq NULL
#define system_power_efficient_wq NULL
#define queue_work(queue, item) schedule_work(item)
#define queue_delayed_work(queue, item, jiffies) schedule_delayed_work((item), (jiffies))

#ifdef __cplusplus
}
#endif
#endif
