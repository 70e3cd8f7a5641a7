#include "kernel/dma.h"
