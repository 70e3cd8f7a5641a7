#include "kernel/isapnp.h"
