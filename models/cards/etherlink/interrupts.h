/// @file The indications of the card for its host, the enables for status and interrupt, and the
/// latch of INTA#.
///
/// Source: 3c59x.c of Linux 6.1 and elink3reg.h of NetBSD: bits, SetStatusEnb, SetIntrEnb, AckIntr.
/// Behaviour: an enabled indication sets the latch at each clock. An acknowledgement of bit 0
///   clears it, permanently only if no enabled indication is left.
/// Assumed: TxAvailable, RxEarly and the request are acknowledged, and a host error, too, after its
///   cause has ended. The others end with their cause. INTA# is not driven while no interrupt is
///   enabled.
#pragma once

#include "cards/etherlink/layout.h"

namespace niclab::etherlink {

struct Interrupts {
    std::uint16_t raised = 0;    ///< Indications that wait for an acknowledgement.
    std::uint16_t standing = 0;  ///< Indications that last as long as their cause.
    std::uint16_t status_enable = 0, interrupt_enable = 0;
    bool latch = false;

    /// Indications that are visible in the status.
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
