/// @file The transfer of received payload to host memory: cell by cell, or, in a variant, after its
/// whole PDU was stored on the card.
///
/// Behaviour: the IDT77201 sends each cell as one burst, or as several if bursts are shorter.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <variant>
#include <vector>

#include "cards/nicstar/config.h"
#include "cards/nicstar/dma_mux.h"
#include "cards/nicstar/host_queue.h"
#include "cards/nicstar/payload.h"

namespace niclab::nicstar {

using StatusWords = std::array<std::uint32_t, 4>;

/// Received payload under way to host memory as bursts: octets for ascending addresses, then an
/// optional status entry.
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

/// A variant: received cells are stored on the card per connection until their PDU has ended
/// or was cut short.
///
/// Timing: packet memory has its own port, as fast as cells arrive and bursts leave.
class PacketMemory {
public:
    /// `cells`: 1..65536. The cells of each of `connections` are stored separately.
    PacketMemory(const Outgoing& outgoing, unsigned cells, unsigned connections);

    /// Storing waits for no outgoing burst.
    bool busy() const { return free_.empty(); }
    bool full() const { return kept_cells_ >= cells_; }
    void cell(unsigned connection, std::uint32_t address, const PayloadWords& payload);
    void status(unsigned connection, const StatusWords& entry, bool last);
    void release(unsigned connection);
    void tick();
    bool idle() const { return now_.empty() && ready_.empty(); }
    unsigned reset();

private:
    static constexpr std::uint32_t kNone = ~0u;
    /// A cell's payload or a status entry.
    struct Item {
        bool is_status = false;
        std::uint32_t address = 0, next = kNone;  ///< A status entry has no address yet.
        PayloadWords payload{};
        StatusWords status{};
    };
    struct Chain {
        std::uint32_t first = kNone, last = kNone;
    };

    void keep(unsigned connection, const Item& item);
    void refill();

    Outgoing now_;
    unsigned cells_;
    std::vector<Item> slots_;
    std::vector<std::uint32_t> free_;
    std::vector<Chain> chains_;  ///< PDUs that are being received, by connection.
    std::deque<Chain> ready_;    ///< Complete PDUs, in the order of their ends.
    unsigned kept_cells_ = 0;
};

/// The variant without storage: each cell is sent before the next is accepted.
class CellByCell {
public:
    explicit CellByCell(const Outgoing& outgoing) : now_(outgoing) {}
    bool busy() const { return now_.queue_full() || !now_.empty(); }
    static bool full() { return false; }
    void cell(unsigned, std::uint32_t address, const PayloadWords& payload) { now_.append(address, payload), tick(); }
    void status(unsigned, const StatusWords& entry, bool) { now_.append(entry), tick(); }
    void release(unsigned) {}
    void tick() {
        while (now_.may_put()) now_.put();
    }
    bool idle() const { return now_.empty(); }
    unsigned reset() {
        const unsigned lost = (now_.octets() + 47) / 48;
        now_.clear();
        return lost;
    }

private:
    Outgoing now_;
};

class Delivery {
public:
    /// Status entries go into `rsq`, in the order in which they leave the card. `connections`:
    /// number of connections with separate storage.
    Delivery(const Config& config, unsigned connections, DmaQueue& queue, HostQueue& rsq)
        : way_(std::in_place_type<CellByCell>, outgoing(config, queue, rsq)) {
        if (config.packet_memory)
            way_.emplace<PacketMemory>(outgoing(config, queue, rsq), config.packet_memory_cells, connections);
    }

    /// Neither a cell nor a status entry can be accepted in this clock.
    bool busy() const {
        return std::visit([](const auto& way) { return way.busy(); }, way_);
    }
    /// Packet memory has no place for another cell.
    bool out_of_memory() const {
        return std::visit([](const auto& way) { return way.full(); }, way_);
    }
    /// Payload for `address`, any byte address; not while busy() or out_of_memory().
    void cell(unsigned connection, std::uint32_t address, const PayloadWords& payload) {
        std::visit([&](auto& way) { way.cell(connection, address, payload); }, way_);
    }
    /// The status entry after the cells up to now, not while busy(); `last`: it ends the PDU.
    void status(unsigned connection, const StatusWords& entry, bool last) {
        std::visit([&](auto& way) { way.status(connection, entry, last); }, way_);
    }
    /// Sends the stored part of a PDU, whatever comes after it.
    void release(unsigned connection) {
        std::visit([=](auto& way) { way.release(connection); }, way_);
    }
    /// One clock: continues the transfer.
    void tick() {
        std::visit([](auto& way) { way.tick(); }, way_);
    }
    bool idle() const {
        return std::visit([](const auto& way) { return way.idle(); }, way_);
    }
    /// Drops everything; returns the number of cells that had not left.
    unsigned reset() {
        return std::visit([](auto& way) { return way.reset(); }, way_);
    }

private:
    static Outgoing outgoing(const Config& config, DmaQueue& queue, HostQueue& rsq) {
        return {{config.dma_aligned, config.dma_burst_dwords}, queue, rsq};
    }
    std::variant<CellByCell, PacketMemory> way_;
};

}  // namespace niclab::nicstar
