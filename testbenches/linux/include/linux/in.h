#ifdef __KERNEL__
#include "kernel/base.h"
#else
#include_next <linux/in.h>
#endif
