/// @file  The SMC Elite16 under the kernel's wd.c.
#pragma once

#include "cards/dp8390/wd8013.h"
#include "dp8390_driver.h"
#include "ethernet_card.h"

namespace niclab::linux_kernel {

struct Wd8013Card : EthernetCard {
    Wd8013Card(const ether_board::IsaSeat& seat, const dp8390::Config& config) : card("nic", seat, config) {}
    ether::Mac& mac() override { return card.mac; }
    bool sending() const override { return card.chip.registers().transmitting; }
    bool ring_unguarded() const override { return dp8390_ring_unguarded(card.chip.registers()); }
    bool frame_unseen() const override { return dp8390_frame_unseen(card.chip.registers()); }

    dp8390::Wd8013 card;
};

/// `config` but for the address, of whose last octet the station's number is made, and the seed.
MakeCard make_wd8013(dp8390::Config config = dp8390::Wd8013::wd8013_defaults());

}  // namespace niclab::linux_kernel
