/// @file  The NE2000 under the kernel's ne.c.
#pragma once

#include "cards/dp8390/ne2000.h"
#include "dp8390_driver.h"

namespace niclab::linux_kernel {

using Ne2000Card = Dp8390Card<dp8390::Ne2000>;

/// `config` but for the address, of whose last octet the station's number is made, and the seed.
MakeCard make_ne2000(const dp8390::Config& config = dp8390::Ne2000::ne2000_defaults(),
                     const dp8390::Jumpers& jumpers = {});

}  // namespace niclab::linux_kernel
