/// @file  The NE2000 under the kernel's ne.c.
#pragma once

#include "cards/dp8390/ne2000.h"
#include "dp8390_driver.h"
#include "ethernet_card.h"

namespace niclab::linux_kernel {

struct Ne2000Card : EthernetCard {
    Ne2000Card(const ether_board::IsaSeat& seat, const dp8390::Config& config, const dp8390::Jumpers& jumpers)
        : card("nic", seat, config, jumpers) {}
    ether::Mac& mac() override { return card.mac; }
    bool sending() const override { return card.chip.registers().transmitting; }
    bool ring_unguarded() const override { return dp8390_ring_unguarded(card.chip.registers()); }
    bool frame_unseen() const override { return dp8390_frame_unseen(card.chip.registers()); }

    dp8390::Ne2000 card;
};

/// `config` but for the address, of whose last octet the station's number is made, and the seed.
MakeCard make_ne2000(dp8390::Config config = dp8390::Ne2000::ne2000_defaults(), const dp8390::Jumpers& jumpers = {});

}  // namespace niclab::linux_kernel
