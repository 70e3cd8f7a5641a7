/* Drivers of cards on an ISA bus that find these themselves. Written for niclab; nothing is copied from the kernel. */
#ifndef NICLAB_KERNEL_ISA_H
#define NICLAB_KERNEL_ISA_H

#include "pci.h"

#ifdef __cplusplus
extern "C" {
#endif

struct isa_driver {
    int (*match)(struct device*, unsigned number);
    int (*probe)(struct device*, unsigned number);
    NICLAB_ANY_FORM(void, remove, struct device*, unsigned number);
    struct {
        const char* name;
    } driver;
};
/* Asks whether there is a card of each number below `most`; -ENODEV if there is none. */
int isa_register_driver(struct isa_driver* driver, unsigned most);
void isa_unregister_driver(struct isa_driver* driver);
#define dev_set_drvdata(device, data) ((void)((device)->driver_data = (data)))

#ifdef __cplusplus
}
#endif
#endif
