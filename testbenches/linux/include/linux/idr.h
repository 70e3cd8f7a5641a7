#include "kernel/base.h"
