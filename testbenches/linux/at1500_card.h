/// @file  The AT1500 under the kernel's lance.c.
#pragma once

#include "cards/lance/at1500.h"
#include "ethernet_card.h"

namespace niclab::linux_kernel {

using At1500Card = ChipCard<lance::At1500>;

/// `config` but for the address, of whose last octet the station's number is made, and the seed.
MakeCard make_at1500(const lance::Config& config = lance::At1500::at1500_defaults(),
                     const lance::At1500::Jumpers& jumpers = {});

}  // namespace niclab::linux_kernel
