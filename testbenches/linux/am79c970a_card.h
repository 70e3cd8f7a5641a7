/// @file  The Am79C970A under the kernel's pcnet32.c.
#pragma once

#include "cards/lance/am79c970a.h"
#include "ethernet_card.h"

namespace niclab::linux_kernel {

struct Am79c970aCard : ChipCard<lance::Am79c970a> {
    using ChipCard::ChipCard;
    void set_link(bool up) override { card.chip.set_link(up); }
};

/// `config` but for the address, of whose last octet the station's number is made, and the seed.
MakeCard make_am79c970a(const lance::Config& config = {});

}  // namespace niclab::linux_kernel
