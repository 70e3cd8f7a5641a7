#ifdef __KERNEL__
#include "kernel/time.h"
#else
#include_next <asm/param.h>
#endif
