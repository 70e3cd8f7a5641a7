/* Devices that a driver names itself, as those of ISA cards do. Written for niclab; nothing is copied from the kernel. */
#ifndef NICLAB_KERNEL_PLATFORM_H
#define NICLAB_KERNEL_PLATFORM_H

#include "net.h"

#ifdef __cplusplus
extern "C" {
#endif

struct platform_driver;
struct platform_device {
    const char* name;
    int id;
    struct device dev;
    struct platform_driver* driver; /* that has taken it, or NULL */
};
typedef struct {
    int event;
} pm_message_t;
struct platform_driver {
    int (*probe)(struct platform_device*);
    NICLAB_ANY_FORM(void, remove, struct platform_device*);
    void (*remove_new)(struct platform_device*); /* the same, of kernels in which the other has a result */
    int (*suspend)(struct platform_device*, pm_message_t);
    int (*resume)(struct platform_device*);
    struct {
        const char* name;
    } driver;
};
struct platform_device* platform_device_register_simple(const char* name, int id, const struct resource* resources,
                                                        unsigned count);
void platform_device_unregister(struct platform_device* device);
/* Asks `probe` of each device of the driver's name; -ENODEV if it takes none. */
int platform_driver_probe(struct platform_driver* driver, int (*probe)(struct platform_device*));
void platform_driver_unregister(struct platform_driver* driver);
/* They have no resources of their own: the module's parameters say where a card is. */
#define platform_get_resource(device, type, n) ((struct resource*)NULL)
#define platform_get_irq(device, n) (-ENXIO)
#define platform_set_drvdata(device, data) ((void)((device)->dev.driver_data = (data)))
#define platform_get_drvdata(device) ((device)->dev.driver_data)
/* Each driver here is a module. */
#define IS_MODULE(option) 1

#ifdef __cplusplus
}
#endif
#endif
