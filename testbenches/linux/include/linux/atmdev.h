#include "kernel/base.h"

#include_next <linux/atmdev.h>

#include "kernel/atm.h"
