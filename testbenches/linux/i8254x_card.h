/// @file The 82540EM for the kernel's e1000, and the 82574L, on PCI Express, for its e1000e.
#pragma once

#include "cards/i8254x/card_82540em.h"
#include "cards/i8254x/card_on_pcie.h"
#include "ethernet_card.h"

namespace niclab::linux_kernel {

template <class Board>
struct GigabitCardOf : ChipCard<Board> {
    using ChipCard<Board>::ChipCard;
    void set_link(bool up) override { this->card.chip.set_link(up); }
};
using GigabitCard = GigabitCardOf<i8254x::Card82540em>;
using Card82574l = GigabitCardOf<i8254x::CardOnPcie>;

/// A maker of cards with `config`, except for the seed and the last octet of the address, which is
/// the station's number.
MakeCard make_82540em(i8254x::Config config = {});
MakeCard make_82574l(i8254x::Config config = {});

}  // namespace niclab::linux_kernel
