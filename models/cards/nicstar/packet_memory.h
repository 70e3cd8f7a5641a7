/// @file A variant: received cells are stored on the card per connection until their PDU has ended
/// or was cut short.
///
/// Timing: packet memory has its own port, as fast as cells arrive and bursts leave.
#pragma once

#include <deque>
#include <vector>

#include "cards/nicstar/outgoing.h"

namespace niclab::nicstar {

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

}  // namespace niclab::nicstar
