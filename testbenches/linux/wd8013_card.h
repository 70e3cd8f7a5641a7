/// @file The SMC Elite16 for the kernel's wd.c.
#pragma once

#include "cards/dp8390/wd8013.h"
#include "dp8390_driver.h"

namespace niclab::linux_kernel {

using Wd8013Card = Dp8390Card<dp8390::Wd8013>;

/// A maker of cards with `config`, except for the seed and the last octet of the address, which is
/// the station's number.
MakeCard make_wd8013(const dp8390::Config& config = dp8390::Wd8013::wd8013_defaults());

}  // namespace niclab::linux_kernel
