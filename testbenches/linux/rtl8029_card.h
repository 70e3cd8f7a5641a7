/// @file The RTL8029 for the kernel's ne2k-pci.c.
#pragma once

#include "cards/dp8390/rtl8029.h"
#include "dp8390_driver.h"

namespace niclab::linux_kernel {

using Rtl8029Card = Dp8390Card<dp8390::Rtl8029>;

/// A maker of cards with `config`, except for the seed and the last octet of the address, which is
/// the station's number.
MakeCard make_rtl8029(const dp8390::Config& config = {});

}  // namespace niclab::linux_kernel
