#include_next <linux/errno.h>

#ifdef __KERNEL__
#include "kernel/base.h"
#endif
