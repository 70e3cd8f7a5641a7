/// @file A board with an AT/LANTIC for the kernel's ne.c, and in its shared mode for wd.c.
#pragma once

#include "cards/dp8390/at_lantic.h"
#include "dp8390_driver.h"

namespace niclab::linux_kernel {

using AtLanticCard = Dp8390Card<dp8390::AtLantic>;

/// A maker of cards with `config`, except for the seed and the last octet of the address, which is
/// the station's number.
MakeCard make_at_lantic(bool shared, const dp8390::Jumpers& place = {},
                        const dp8390::Config& config = dp8390::AtLantic::at_lantic_defaults());

}  // namespace niclab::linux_kernel
