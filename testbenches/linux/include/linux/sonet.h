#include_next <linux/sonet.h>

#ifdef __KERNEL__
#include "kernel/atm.h"
#endif
