/// @file  A board with an AT/LANTIC under the kernel's ne.c, and in its shared mode under wd.c.
#pragma once

#include "cards/dp8390/at_lantic.h"
#include "dp8390_driver.h"

namespace niclab::linux_kernel {

using AtLanticCard = Dp8390Card<dp8390::AtLantic>;

/// `config` but for the address, of whose last octet the station's number is made, and the seed.
MakeCard make_at_lantic(bool shared, const dp8390::Jumpers& place = {},
                        const dp8390::Config& config = dp8390::AtLantic::at_lantic_defaults());

}  // namespace niclab::linux_kernel
