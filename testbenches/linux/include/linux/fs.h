#ifdef __KERNEL__
#include "kernel/base.h"
#else
#include_next <linux/fs.h>
#endif
