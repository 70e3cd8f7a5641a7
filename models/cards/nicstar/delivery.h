/// @file The transfer of received payload to host memory: cell by cell, or, in a variant, after its
/// whole PDU was stored on the card.
///
/// Behaviour: the IDT77201 sends each cell as one burst, or as several if bursts are shorter.
#pragma once

#include <variant>

#include "cards/nicstar/config.h"
#include "cards/nicstar/packet_memory.h"

namespace niclab::nicstar {

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
