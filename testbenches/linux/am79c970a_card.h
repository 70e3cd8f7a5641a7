/// @file  The Am79C970A under the kernel's pcnet32.c.
#pragma once

#include "cards/lance/am79c970a.h"
#include "ethernet_card.h"

namespace niclab::linux_kernel {

struct Am79c970aCard : EthernetCard {
    Am79c970aCard(const ether_board::Seat& seat, const lance::Config& config) : card("nic", seat, config) {}
    ether::Mac& mac() override { return card.mac; }
    bool sending() const override { return !card.chip.idle(); }
    void set_link(bool up) override { card.chip.set_link(up); }

    lance::Am79c970a card;
};

/// `config` but for the address, of whose last octet the station's number is made, and the seed.
MakeCard make_am79c970a(lance::Config config = {});

}  // namespace niclab::linux_kernel
