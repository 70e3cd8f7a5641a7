#include "kernel/pci.h"
