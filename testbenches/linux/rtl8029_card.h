/// @file  The RTL8029 under the kernel's ne2k-pci.c.
#pragma once

#include "cards/dp8390/rtl8029.h"
#include "ethernet_card.h"

namespace niclab::linux_kernel {

struct Rtl8029Card : EthernetCard {
    Rtl8029Card(const ether_board::Seat& seat, const dp8390::Config& config) : card("nic", seat, config) {}
    ether::Mac& mac() override { return card.mac; }
    bool sending() const override { return card.chip.registers().transmitting; }
    /// Behind a frame that ended with the ring's last page lib8390.c writes a page before the ring to BNRY, which no page of the ring ever meets.
    bool ring_unguarded() const override { return card.chip.registers().bnry < card.chip.registers().pstart; }

    dp8390::Rtl8029 card;
};

/// `config` but for the address, of whose last octet the station's number is made, and the seed.
MakeCard make_rtl8029(dp8390::Config config = {});

}  // namespace niclab::linux_kernel
