#include "kernel/offload.h"
