#ifdef __KERNEL__
#include "kernel/time.h"
#else
#include_next <linux/sched.h>
#endif
