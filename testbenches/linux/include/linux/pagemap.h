#include "kernel/pages.h"
