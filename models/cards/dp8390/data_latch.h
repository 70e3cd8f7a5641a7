/// @file  The latches between an ISA bus and a DP8390's remote DMA, one word each way, as they stand beside the chip on an NE2000.
///
/// A read takes what remote DMA has fetched ahead; the next word is fetched meanwhile. A write leaves its word, which remote DMA brings to
/// memory meanwhile. Either waits while the latch is not as far, and a read that nothing was fetched for waits for ever. What the chip learns of
/// an access (RACK, WACK) it learns at the end of its command.
/// Source:     DP8390D, section 9 (PRQ, RACK, WACK), from memory of it: *assumed*.
/// Ambiguous:  what is in the read's latch when remote DMA begins anew: it is of another transfer, and is dropped.
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

    // Of the chip.
    /// Remote DMA begins, or ends before its time: nothing fetched before is any more.
    void begin() { number_.write(++transfer_); }
    void fetched(std::uint16_t data) { read.post({data, 2, transfer_}); }

    // Of the bus.
    /// There is a word of the present transfer.
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
