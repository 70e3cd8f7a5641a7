/* Devices in the slots of an EISA bus, found by what they say of themselves. Written for niclab; nothing is copied from the kernel. */
#ifndef NICLAB_KERNEL_EISA_H
#define NICLAB_KERNEL_EISA_H

#include "pci.h"

#ifdef __cplusplus
extern "C" {
#endif

struct eisa_device_id {
    char sig[8]; /* three letters and four hexadecimal digits; empty: the end of a list */
    unsigned long driver_data;
};
struct eisa_driver;
struct eisa_device {
    struct eisa_device_id id;
    int slot;
    unsigned long base_addr; /* of its ports */
    struct device dev;
    struct eisa_driver* driver; /* that has taken it, or NULL */
};
struct eisa_driver {
    const struct eisa_device_id* id_table;
    struct {
        const char* name;
        int (*probe)(struct device*);
        int (*remove)(struct device*);
        void* suspend; /* nobody here puts a machine to sleep */
        void* resume;
    } driver;
};
/* Looks into each slot; -ENODEV where the machine has none, as if the kernel were built without EISA. */
int eisa_driver_register(struct eisa_driver* driver);
void eisa_driver_unregister(struct eisa_driver* driver);
#define to_eisa_device(device) container_of(device, struct eisa_device, dev)
#define eisa_set_drvdata(device, data) ((void)((device)->dev.driver_data = (data)))
#define eisa_get_drvdata(device) ((device)->dev.driver_data)
#define dev_name(device) ((device)->name)

#ifdef __cplusplus
}
#endif
#endif
