/// @file A multiplexer of the one PCI initiator between the transmit and the receive side, burst by
/// burst.
///
/// Assumed: the transmit side has priority (*assumed*), because it has a cell slot to meet, and the
///   receive side has a deep FIFO.
#pragma once

#include <array>

#include "bus/dma_if.h"
#include "cards/nicstar/edge.h"

namespace niclab::nicstar {

/// Up to four bursts of one side, executed in order.
class DmaQueue {
public:
    explicit DmaQueue(const Edge& edge) : edge_(edge) {}
    static constexpr unsigned kPlaces = 4;
    bool full() const { return size_ == kPlaces; }
    bool empty() const { return size_ == 0; }
    bus::Burst& add() { return edge_.outside(), slots_[(first_ + size_++) % kPlaces]; }
    const bus::Burst& front() const { return slots_[first_]; }
    void pop() { first_ = (first_ + 1) % kPlaces, --size_; }
    void clear() { size_ = 0; }
    unsigned count(bus::Purpose purpose) const {
        unsigned n = 0;
        for (unsigned i = 0; i < size_; ++i) n += slots_[(first_ + i) % kPlaces].purpose == purpose;
        return n;
    }

private:
    const Edge& edge_;
    std::array<bus::Burst, kPlaces> slots_;
    unsigned first_ = 0, size_ = 0;
};

enum class DmaSide : std::uint8_t { Transmit, Receive };

class DmaMux {
public:
    DmaMux(bus::DmaChannel& channel, const Edge& edge)
        : channel_(channel), edge_(edge), queues_{DmaQueue(edge), DmaQueue(edge)} {}

    DmaQueue& queue(DmaSide side) { return queues_[static_cast<unsigned>(side)]; }
    /// At the begin of a clock: the completed burst, or nullptr; take() it in the same clock.
    const bus::Burst* completed(DmaSide side) const {
        // A completed burst wakes the SAR: an edge that is run late came before.
        const bool mine = !edge_.late && busy_ && side_ == static_cast<unsigned>(side);
        return mine && channel_.response.has_item() ? &channel_.response.item() : nullptr;
    }
    void take() {
        channel_.response.take();
        queues_[side_].pop();
        busy_ = false;
    }
    /// Drops waiting bursts, and the result of the burst under way.
    void reset() {
        for (DmaQueue& q : queues_) q.clear();
        side_ = kNobody;
    }
    /// At the end of a clock: starts the next burst.
    void start() {
        if (busy_ && side_ == kNobody && channel_.response.has_item()) {
            channel_.response.take();
            busy_ = false;
        }
        if (busy_ || channel_.request.full()) return;
        if (queues_[0].empty() && queues_[1].empty()) return;
        side_ = queues_[0].empty() ? 1 : 0;
        busy_ = true;
        channel_.request.post(queues_[side_].front());
    }
    bool idle() const { return !busy_ && queues_[0].empty() && queues_[1].empty(); }
    /// Nothing to do before a burst is completed or requested.
    bool waits() const { return busy_ ? !channel_.response.has_item() : queues_[0].empty() && queues_[1].empty(); }

private:
    static constexpr unsigned kNobody = 2;

    bus::DmaChannel& channel_;
    const Edge& edge_;
    std::array<DmaQueue, 2> queues_;
    unsigned side_ = 0;
    bool busy_ = false;
};

}  // namespace niclab::nicstar
