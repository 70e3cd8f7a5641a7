#ifdef __KERNEL__
#include "kernel/pci.h"
#include "kernel/ports.h"
#else
#include_next <linux/pci.h>
#endif
