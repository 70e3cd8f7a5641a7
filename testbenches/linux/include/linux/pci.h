#ifdef __KERNEL__
#include "kernel/pci.h"
#else
#include_next <linux/pci.h>
#endif
