/// @file The NE2000 for the kernel's ne.c.
#pragma once

#include "cards/dp8390/ne2000.h"
#include "dp8390_driver.h"

namespace niclab::linux_kernel {

using Ne2000Card = Dp8390Card<dp8390::Ne2000>;

/// A maker of cards with `config`, except for the seed and the last octet of the address, which is
/// the station's number.
MakeCard make_ne2000(const dp8390::Config& config = dp8390::Ne2000::ne2000_defaults(),
                     const dp8390::Jumpers& jumpers = {});

}  // namespace niclab::linux_kernel
