#ifdef __KERNEL__
#include <sys/uio.h>
#else
#include_next <linux/uio.h>
#endif
