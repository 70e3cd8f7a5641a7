/// @file The 3C509 for the kernel's 3c509.c.
#pragma once

#include "cards/etherlink/card_3c509.h"
#include "ethernet_card.h"

namespace niclab::linux_kernel {

using Card3c509Card = ChipCard<etherlink::Card3c509>;

/// A maker of cards with `config`, except for the seed and the last octet of the address, which is
/// the station's number.
MakeCard make_3c509(const etherlink::Config& config = etherlink::Card3c509::card_3c509_defaults());

}  // namespace niclab::linux_kernel
