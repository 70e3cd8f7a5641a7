#include_next <linux/net_tstamp.h>

#ifdef __KERNEL__
#include "kernel/clock.h"
#endif
