/// @file  The RTL8029 under the kernel's ne2k-pci.c.
#pragma once

#include "cards/dp8390/rtl8029.h"
#include "dp8390_driver.h"
#include "ethernet_card.h"

namespace niclab::linux_kernel {

struct Rtl8029Card : EthernetCard {
    Rtl8029Card(const ether_board::Seat& seat, const dp8390::Config& config) : card("nic", seat, config) {}
    ether::Mac& mac() override { return card.mac; }
    bool sending() const override { return card.chip.registers().transmitting; }
    bool ring_unguarded() const override { return dp8390_ring_unguarded(card.chip.registers()); }
    bool frame_unseen() const override { return dp8390_frame_unseen(card.chip.registers()); }

    dp8390::Rtl8029 card;
};

/// `config` but for the address, of whose last octet the station's number is made, and the seed.
MakeCard make_rtl8029(dp8390::Config config = {});

}  // namespace niclab::linux_kernel
