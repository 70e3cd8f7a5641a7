#include_next <linux/if_vlan.h>

#ifdef __KERNEL__
#include "kernel/vlan.h"
#endif
