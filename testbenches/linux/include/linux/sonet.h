#include "kernel/base.h"

#include_next <linux/sonet.h>

#include "kernel/atm.h"
