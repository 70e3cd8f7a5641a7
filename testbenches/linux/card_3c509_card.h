/// @file  The 3C509 under the kernel's 3c509.c.
#pragma once

#include "cards/etherlink/card_3c509.h"
#include "ethernet_card.h"

namespace niclab::linux_kernel {

struct Card3c509Card : EthernetCard {
    Card3c509Card(const ether_board::IsaSeat& seat, const etherlink::Config& config) : card("nic", seat, config) {}
    ether::Mac& mac() override { return card.mac; }
    bool sending() const override { return !card.chip.idle(); }

    etherlink::Card3c509 card;
};

/// `config` but for the address, of whose last octet the station's number is made, and the seed.
MakeCard make_3c509(etherlink::Config config = etherlink::Card3c509::card_3c509_defaults());

}  // namespace niclab::linux_kernel
