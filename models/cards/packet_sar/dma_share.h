/// @file The sharing of the one PCI initiator by the two directions: alternate bursts while both
/// have work.
#pragma once

#include <array>

#include "bus/dma_if.h"

namespace niclab::packet_sar {

enum class DmaSide : std::uint8_t { Transmit, Receive };

class DmaShare {
public:
    explicit DmaShare(bus::DmaChannel& channel) : channel_(channel) {}

    /// Requests a burst, one at a time per side.
    void ask(DmaSide side, const bus::Burst& burst) {
        bursts_[index(side)] = burst;
        waiting_[index(side)] = true;
    }
    /// At the begin of a clock: this side's completed burst, or nullptr; take() it in the same
    /// clock.
    const bus::Burst* completed(DmaSide side) const {
        return busy_ && wanted_ && side_ == index(side) && channel_.response.has_item() ? &channel_.response.item()
                                                                                        : nullptr;
    }
    void take() {
        channel_.response.take();
        busy_ = false;
    }
    /// Drops waiting bursts, and the result of the burst under way.
    void reset() {
        waiting_ = {};
        wanted_ = false;
    }
    /// At the end of a clock: starts the next burst.
    void start() {
        if (busy_ && !wanted_ && channel_.response.has_item()) take();
        if (busy_ || channel_.request.full() || !(waiting_[0] || waiting_[1])) return;
        const unsigned other = 1 - side_;
        if (waiting_[other]) side_ = other;
        waiting_[side_] = false;
        busy_ = wanted_ = true;
        channel_.request.post(bursts_[side_]);
    }

private:
    static unsigned index(DmaSide side) { return static_cast<unsigned>(side); }

    bus::DmaChannel& channel_;
    std::array<bus::Burst, 2> bursts_;
    std::array<bool, 2> waiting_{};
    unsigned side_ = 1;    ///< The side of the last burst.
    bool busy_ = false;    ///< A burst is under way.
    bool wanted_ = false;  ///< Its result is needed.
};

}  // namespace niclab::packet_sar
