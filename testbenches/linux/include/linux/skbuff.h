#include "kernel/skb.h"
