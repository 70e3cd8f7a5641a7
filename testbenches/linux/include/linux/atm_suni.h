#include "kernel/atm.h"
