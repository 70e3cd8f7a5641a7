#include "kernel/net.h"
