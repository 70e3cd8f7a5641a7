/// @file The Am79C970A for the kernel's pcnet32.c.
#pragma once

#include "cards/lance/am79c970a.h"
#include "ethernet_card.h"

namespace niclab::linux_kernel {

struct Am79c970aCard : ChipCard<lance::Am79c970a> {
    using ChipCard::ChipCard;
    void set_link(bool up) override { card.chip.set_link(up); }
};

/// A maker of cards with `config`, except for the seed and the last octet of the address, which is
/// the station's number.
MakeCard make_am79c970a(const lance::Config& config = {});

}  // namespace niclab::linux_kernel
