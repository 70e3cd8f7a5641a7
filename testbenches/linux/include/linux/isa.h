#include "kernel/isa.h"
