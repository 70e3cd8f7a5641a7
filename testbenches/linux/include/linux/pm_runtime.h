#include "kernel/power.h"
