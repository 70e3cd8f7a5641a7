/// @file Received payload, followed by a status entry, under way to host memory as bursts.
#pragma once

#include <array>
#include <cstdint>

#include "cards/nicstar/dma_mux.h"
#include "cards/nicstar/host_queue.h"
#include "cards/nicstar/payload.h"

namespace niclab::nicstar {

using StatusWords = std::array<std::uint32_t, 4>;

/// Octets for ascending addresses, then an optional status entry.
class Outgoing {
public:
    struct Config {
        bool aligned = false;        ///< Bursts end at multiples of their length.
        unsigned burst_dwords = 16;  ///< 1..16
    };
    /// Status entries go into `rsq`, in the order in which they leave the card.
    Outgoing(const Config& config, DmaQueue& queue, HostQueue& rsq) : config_(config), queue_(queue), rsq_(rsq) {}

    bool empty() const { return octets_ == 0 && !has_status_; }
    unsigned octets() const { return octets_; }
    /// A burst can be requested in this clock.
    bool may_put() const { return !empty() && !queue_.full() && (octets_ > 0 || !rsq_.full()); }
    bool queue_full() const { return queue_.full(); }
    /// Payload for `address` continues at the end of the previous one, within one burst.
    bool continues(std::uint32_t address) const {
        return octets_ == 0 || (address == address_ + octets_ && octets_ < 4 * config_.burst_dwords);
    }
    bool has_status() const { return has_status_; }
    void append(std::uint32_t address, const PayloadWords& payload);
    void append(const StatusWords& entry) { has_status_ = true, status_ = entry; }
    /// The next burst.
    void put() { octets_ > 0 ? put_burst() : put_status(); }
    void clear() { octets_ = 0, has_status_ = false; }

private:
    void put_burst();
    void put_status();

    Config config_;
    DmaQueue& queue_;
    HostQueue& rsq_;
    std::uint32_t address_ = 0;
    unsigned octets_ = 0;
    std::array<std::uint8_t, 2 * 48 + 64> data_{};
    bool has_status_ = false;
    StatusWords status_{};
};

}  // namespace niclab::nicstar
