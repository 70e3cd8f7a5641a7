#include_next <linux/atmdev.h>

#ifdef __KERNEL__
#include "kernel/atm.h"
#endif
