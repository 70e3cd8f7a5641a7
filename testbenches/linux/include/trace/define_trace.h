#include "kernel/trace.h"
