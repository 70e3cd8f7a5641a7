#ifdef __KERNEL__
#include "kernel/base.h"
#else
#include_next <linux/capability.h>
#endif
