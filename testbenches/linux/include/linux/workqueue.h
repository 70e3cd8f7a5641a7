#include "kernel/work.h"
