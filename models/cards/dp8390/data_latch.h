/// @file The latches between an ISA bus and a DP8390's remote DMA on an NE2000: one word per
/// direction.
///
/// Behaviour: a read takes the word that remote DMA has fetched ahead; the next word is fetched
///   meanwhile. A write leaves its word in the latch, and remote DMA moves it to memory meanwhile.
///   Either waits until the latch is ready. A read for which nothing was fetched waits forever.
/// Timing: the chip is notified of an access (RACK, WACK) at the end of its command.
/// Source: DP8390D, section 9 (PRQ, RACK, WACK), from memory of it: *assumed*.
/// Assumed: a word in the read latch at a restart of remote DMA belongs to another transfer, and is
///   dropped.
#pragma once

#include "cards/dp8390/layout.h"
#include "core/mailbox.h"

namespace niclab::dp8390 {

class DataLatch {
public:
    struct Word {
        std::uint16_t data = 0;
        std::uint8_t octets = 2;
        std::uint32_t transfer = 0;  ///< Of a read: number of the remote DMA that fetched it.
    };
    core::Mailbox<Word> read{"latch_read"}, write{"latch_write"};

    // For the chip.
    /// Remote DMA begins, or is aborted: words that were fetched before are invalid.
    void begin() { number_.write(++transfer_); }
    void fetched(std::uint16_t data) { read.post({data, 2, transfer_}); }

    // For the bus.
    /// Whether there is a word of the present transfer.
    bool has_word() {
        if (!read.has_item()) return false;
        if (read.item().transfer == number_.read()) return true;
        read.take();
        return false;
    }

private:
    core::Wire<std::uint32_t> number_{"latch_transfer"};
    std::uint32_t transfer_ = 0;
};

}  // namespace niclab::dp8390
