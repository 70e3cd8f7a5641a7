#include "kernel/time.h"
