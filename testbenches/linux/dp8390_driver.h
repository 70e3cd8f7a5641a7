/// @file Cards with a DP8390, and the faults of lib8390.c of Linux 6.1 that a card cannot correct,
/// detected in the chip's registers.
#pragma once

#include "cards/dp8390/registers.h"
#include "ethernet_card.h"

namespace niclab::linux_kernel {

/// After a frame that ended with the ring's last page, the driver writes a page before the ring to
/// BNRY, which no page of the ring ever equals.
inline bool dp8390_ring_unguarded(const dp8390::Registers& r) { return r.bnry < r.pstart; }

/// The driver reads CURR, finds nothing new, and acknowledges PRX: a frame that ends in between
/// stays in the ring until the next one has come. Those accesses take half a microsecond on PCI,
/// two and a half on ISA.
inline bool dp8390_frame_unseen(const dp8390::Registers& r) {
    return r.page_behind(r.bnry) != r.curr && (r.isr & dp8390::isr::kReceived) == 0;
}

/// A board with this chip.
template <class Board>
struct Dp8390Card : BoardCard<Board> {
    using BoardCard<Board>::BoardCard;
    bool sending() const override { return registers().transmitting; }
    bool ring_unguarded() const override { return dp8390_ring_unguarded(registers()); }
    bool ring_full() const override { return registers().curr == registers().bnry; }
    bool frame_unseen() const override { return dp8390_frame_unseen(registers()); }

private:
    const dp8390::Registers& registers() const { return this->card.chip.registers(); }
};

}  // namespace niclab::linux_kernel
