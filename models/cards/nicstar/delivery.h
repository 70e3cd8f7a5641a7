/// @file  Received payload on its way to host memory: cell by cell, or kept on the card until its PDU is whole.
///
/// The IDT77201 sends each cell as one burst. Variants: shorter bursts, or packet memory of the card (`keeps`): cells
/// wait, connection by connection, and go in bursts of up to `burst_dwords` when their PDU ended or was cut short.
/// Timing:        packet memory has a port of its own, as fast as cells come in and bursts go out.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <vector>

#include "cards/nicstar/config.h"
#include "cards/nicstar/dma_mux.h"
#include "cards/nicstar/host_queue.h"
#include "cards/nicstar/payload.h"

namespace niclab::nicstar {

using StatusWords = std::array<std::uint32_t, 4>;

class Delivery {
public:
    struct Config {
        bool keeps = false;                ///< In packet memory until the PDU is whole.
        unsigned packet_memory_cells = 0;  ///< 1..65536, where it keeps.
        unsigned connections = 16384;      ///< Whose cells it keeps apart.
        bool aligned = false;              ///< Bursts end at multiples of their length.
        unsigned burst_dwords = 16;        ///< 1..16; without packet memory 13 and more are one burst a cell.
    };

    /// Status entries go into `rsq`, in the order in which they leave the card.
    Delivery(const Config& config, DmaQueue& queue, HostQueue& rsq);

    /// Neither a cell nor a status entry can be taken in this clock. What is kept waits for no burst of what goes out.
    bool busy() const { return config_.keeps ? free_.empty() : queue_.full() || !now_.empty(); }
    /// Packet memory has no place for another cell.
    bool out_of_memory() const { return config_.keeps && kept_cells_ >= config_.packet_memory_cells; }
    /// Payload for `address`, any byte address; not while busy() or out_of_memory().
    void cell(unsigned connection, std::uint32_t address, const PayloadWords& payload);
    /// The status entry behind the cells so far, not while busy(); `last`: it ends the PDU.
    void status(unsigned connection, const StatusWords& entry, bool last);
    /// What is kept of a PDU goes out, whatever comes behind it.
    void release(unsigned connection);
    /// One clock: goes on with what is on its way.
    void tick() {
        if (!now_.empty() || !ready_.empty()) pump();
    }
    bool idle() const { return now_.empty() && ready_.empty(); }
    /// Forgets everything; returns the number of cells that had not gone out.
    unsigned reset();

private:
    static constexpr std::uint32_t kNone = ~0u;
    /// A cell's payload or a status entry.
    struct Item {
        bool is_status = false;
        std::uint32_t address = 0, next = kNone;  ///< A status entry has no address yet.
        PayloadWords payload{};                   ///< Its words are the first four.
    };
    struct Chain {
        std::uint32_t first = kNone, last = kNone;
    };
    /// What goes out now: octets for ascending addresses, then perhaps a status entry.
    struct Outgoing {
        std::uint32_t address = 0;
        unsigned octets = 0;
        std::array<std::uint8_t, 2 * 48 + 64> data{};
        bool has_status = false;
        Item status;
        bool empty() const { return octets == 0 && !has_status; }
    };

    void keep(unsigned connection, const Item& item);
    void append(const Item& item);
    void pump();
    void refill();
    bool fits_behind(const Item& item) const;
    void put_burst();
    void put_status();

    Config config_;
    DmaQueue& queue_;
    HostQueue& rsq_;
    std::vector<Item> slots_;
    std::vector<std::uint32_t> free_;
    std::vector<Chain> chains_;  ///< PDUs that are coming in, by connection.
    std::deque<Chain> ready_;    ///< Whole ones, in the order of their ends.
    unsigned kept_cells_ = 0;
    Outgoing now_;
};

}  // namespace niclab::nicstar
