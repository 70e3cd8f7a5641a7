#include_next <linux/mii.h>

#ifdef __KERNEL__
#include "kernel/mii.h"
#endif
