/* What lwIP asks of a compiler: all of it is in its own defaults. */
#pragma once
#include <stdlib.h>
#define LWIP_RAND() ((u32_t)4711)
#define LWIP_PLATFORM_DIAG(x)
#define LWIP_PLATFORM_ASSERT(x) abort()
