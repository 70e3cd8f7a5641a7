#include "kernel/platform.h"
