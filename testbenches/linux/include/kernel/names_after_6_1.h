/* Names that drivers of Linux 6.12 or 7.x use and those of 6.1 do not have yet. net.h ends with it. Written for niclab;
 * nothing is copied from the kernel.
 */
#ifndef NICLAB_KERNEL_NAMES_AFTER_6_1_H
#define NICLAB_KERNEL_NAMES_AFTER_6_1_H
#ifndef __cplusplus

#define timer_container_of(owner, timer, member) from_timer(owner, timer, member)
#define timer_delete(timer) del_timer(timer)
#define timer_delete_sync(timer) del_timer_sync(timer)
#define timer_shutdown_sync(timer) del_timer_sync(timer)
#define irq_get_nr_irqs() (nr_irqs)

/* Of a type, or of the type of an object; the flags may be left out. */
#define kzalloc_objs(object, n, ...) ((__typeof__(object)*)kcalloc((n), sizeof(object), (GFP_KERNEL, ##__VA_ARGS__)))
#define kmalloc_objs(object, n, ...) \
    ((__typeof__(object)*)kmalloc_array((n), sizeof(object), (GFP_KERNEL, ##__VA_ARGS__)))
#define kzalloc_obj(object, ...) ((__typeof__(object)*)kzalloc(sizeof(object), (GFP_KERNEL, ##__VA_ARGS__)))
#define kmalloc_obj(object, ...) ((__typeof__(object)*)kmalloc(sizeof(object), (GFP_KERNEL, ##__VA_ARGS__)))

#define DEFINE_SIMPLE_DEV_PM_OPS(name, suspend, resume) const struct dev_pm_ops name = {suspend, resume}
#define pm_sleep_ptr(operations) (operations)
#define pm_ptr(operations) (operations)
#define NETDEV_QUEUE_TYPE_RX 0
#define NETDEV_QUEUE_TYPE_TX 1
#define netif_queue_set_napi(device, queue, kind, napi) ((void)(device))
#define netif_napi_set_irq(napi, irq) ((void)(napi))

/* No other CPU takes the lock of a device. */
#define netdev_lock(device) ((void)(device))
#define netdev_unlock(device) ((void)(device))
#define napi_enable_locked(napi) napi_enable(napi)

#endif
#endif
