#include_next <linux/ethtool.h>

#ifdef __KERNEL__
#include "kernel/ethtool.h"
#endif
