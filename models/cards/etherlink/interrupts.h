/// @file  What the card tells its host: indications, which of them are seen and which interrupt, and the latch behind INTA#.
///
/// Source:   3c59x.c of Linux 6.1 and elink3reg.h of NetBSD: bits, SetStatusEnb, SetIntrEnb, AckIntr.
/// Latch:    an indication that is enabled sets it, at each clock; acknowledging bit 0 clears it, and only without such an indication it stays so.
/// Assumed:  TxAvailable, RxEarly and the request are acknowledged, a host error too, once its cause is gone; the others go with what they tell.
///           INTA# is not driven while no interrupt is enabled.
#pragma once

#include "cards/etherlink/layout.h"

namespace niclab::etherlink {

struct Interrupts {
    std::uint16_t raised = 0;    ///< Indications that wait to be acknowledged.
    std::uint16_t standing = 0;  ///< Those that last as long as their cause.
    std::uint16_t status_enable = 0, interrupt_enable = 0;
    bool latch = false;

    /// Those that are seen.
    std::uint16_t seen() const { return (raised | standing) & status_enable & status::kIndications; }
    /// One edge.
    void clock() { latch |= (seen() & interrupt_enable) != 0; }
    bool inta() const { return latch && interrupt_enable != 0; }
    void acknowledge(std::uint16_t which) {
        raised &= std::uint16_t(~which);
        if (which & status::kLatch) latch = false;
    }
};

}  // namespace niclab::etherlink
