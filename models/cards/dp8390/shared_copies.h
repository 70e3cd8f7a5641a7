/// @file Copies between the host's memory and memory of the card that the CPU accesses directly:
/// their begin and end, derived from the accesses.
///
/// Behaviour: a copy is a run of accesses to successive addresses in one direction; the ring's
///   first page follows its last. Any other access ends it, and the copy is then reported with the
///   time of its last access. Its length is not known in advance, unlike that of remote DMA.
#pragma once

#include "cards/dp8390/registers.h"
#include "cards/ether_board/frame_taps.h"
#include "core/clock.h"

namespace niclab::dp8390 {

class SharedCopies {
public:
    SharedCopies(const Registers& registers, ether_board::CopyTap& copied) : r_(registers), copied_(copied) {}

    /// The CPU moved `octets` from `at` on, into the card or out of it.
    void moved(bool into, std::uint32_t at, unsigned octets) {
        const core::Femtoseconds now = core::now_fs();
        if (!under_way_ || into != into_ || at != next_) {
            over();
            under_way_ = true, into_ = into, begun_ = now;
        }
        ended_ = now;
        next_ = at + octets;
        if (!into && next_ == r_.pstop * kPageOctets) next_ = r_.pstart * kPageOctets;
    }
    /// The CPU does another access.
    void over() {
        if (!under_way_) return;
        under_way_ = false;
        copied_(ended_, into_, begun_);
    }

private:
    const Registers& r_;
    ether_board::CopyTap& copied_;
    bool under_way_ = false, into_ = false;
    std::uint32_t next_ = 0;
    core::Femtoseconds begun_ = 0, ended_ = 0;
};

}  // namespace niclab::dp8390
