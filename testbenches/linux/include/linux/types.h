#include_next <linux/types.h>

#ifdef __KERNEL__
#include "kernel/base.h"
#endif
