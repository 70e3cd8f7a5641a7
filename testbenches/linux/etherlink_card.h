/// @file The 3C595, the 3C597 and the cards of the EtherLink XL family for the kernel's 3c59x.c, the
/// 3C579 for 3c509.c.
#pragma once

#include "cards/etherlink/card_3c595.h"
#include "cards/etherlink/card_3c905.h"
#include "cards/etherlink/card_eisa.h"
#include "ethernet_card.h"

namespace niclab::linux_kernel {

template <class Board>
struct EtherLinkCardOf : ChipCard<Board> {
    using ChipCard<Board>::ChipCard;
    /// 3c59x.c allows an interrupt between writing the address and the length of a download and
    /// starting it; its handler overwrites them with those of an upload. On a card that does not
    /// make its CPU wait, it also does not check whether the previous download has ended. It drops
    /// a frame that it cannot map after it has written the frame's length to the transmit FIFO.
    std::string mishap() const override {
        const auto& chip = this->card.chip;
        std::string text;
        if (chip.starts_over() > 0) text = "the driver has begun a download before the last one was over";
        if (chip.downloads_astray() > 0)
            text += std::string(text.empty() ? "" : "; ") +
                    "the driver has begun a download with another length than its "
                    "frame's: that of an upload in between, or of the frame after one that was dropped";
        return text;
    }
    void set_link(bool up) override { this->card.chip.set_link(up); }
};
using EtherLinkCard = EtherLinkCardOf<etherlink::Card3c595>;
using EisaEtherLinkCard = EtherLinkCardOf<etherlink::CardEisa>;
using ListEtherLinkCard = EtherLinkCardOf<etherlink::Card3c905>;

/// A maker of cards with `config`, except for the network's rate, the seed and the last octet of
/// the address, which is the station's number.
MakeCard make_3c595(etherlink::Config config = {});
MakeCard make_with_lists(etherlink::Config config);
MakeCard make_eisa_etherlink(etherlink::Config config);

}  // namespace niclab::linux_kernel
