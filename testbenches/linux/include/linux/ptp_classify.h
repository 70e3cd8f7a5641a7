#include "kernel/clock.h"
