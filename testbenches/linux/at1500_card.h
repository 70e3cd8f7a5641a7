/// @file The AT1500 for the kernel's lance.c.
#pragma once

#include "cards/lance/at1500.h"
#include "ethernet_card.h"

namespace niclab::linux_kernel {

using At1500Card = ChipCard<lance::At1500>;

/// A maker of cards with `config`, except for the seed and the last octet of the address, which is
/// the station's number.
MakeCard make_at1500(const lance::Config& config = lance::At1500::at1500_defaults(),
                     const lance::At1500::Jumpers& jumpers = {});

}  // namespace niclab::linux_kernel
