/// @file  The AT1500 under the kernel's lance.c.
#pragma once

#include "cards/lance/at1500.h"
#include "ethernet_card.h"

namespace niclab::linux_kernel {

struct At1500Card : EthernetCard {
    At1500Card(const ether_board::IsaSeat& seat, const lance::Config& config, const lance::At1500::Jumpers& jumpers)
        : card("nic", seat, config, jumpers) {}
    ether::Mac& mac() override { return card.mac; }
    bool sending() const override { return !card.chip.idle(); }

    lance::At1500 card;
};

/// `config` but for the address, of whose last octet the station's number is made, and the seed.
MakeCard make_at1500(lance::Config config = lance::At1500::at1500_defaults(),
                     const lance::At1500::Jumpers& jumpers = {});

}  // namespace niclab::linux_kernel
