#include_next <linux/mdio.h>

#ifdef __KERNEL__
#include "kernel/mii.h"
#endif
