#include "kernel/eisa.h"
