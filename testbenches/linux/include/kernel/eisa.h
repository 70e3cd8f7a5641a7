/* There is no EISA bus in these machines: only what drivers for both name of it. Written for niclab; nothing is copied from the kernel. */
#ifndef NICLAB_KERNEL_EISA_H
#define NICLAB_KERNEL_EISA_H

#include "pci.h"

struct eisa_device {
    struct device dev;
};
#define eisa_set_drvdata(device, data) ((void)((device)->dev.driver_data = (data)))
#define dev_name(device) ("eisa")

#endif
