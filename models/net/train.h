/// @file  The cells of one PDU on their way: one step of the agenda a PDU and hop, queues all the same cell by cell.
#pragma once

#include <vector>

#include "base/time.h"
#include "stack/drops.h"
#include "tcp/packet.h"

namespace niclab::net {

using base::Femtoseconds;

struct Train {
    tcp::Packet packet;
    std::uint16_t vci = 0;
    bool clp = false;                            ///< Cells of low priority.
    std::uint32_t cells = 0;                     ///< Of the whole PDU.
    Femtoseconds first = 0;                      ///< When the last bit of the first cell passes.
    Femtoseconds spacing = 0;                    ///< From cell to cell.
    std::vector<std::uint32_t> lost;             ///< Cells that are missing, in order.
    stack::Drop cause = stack::Drop::LineError;  ///< Of the first that was lost.
    std::uint32_t lost_on_lines = 0;             ///< Cells: told of by who tells of the packet, or gets the others.

    Femtoseconds at(std::uint32_t cell) const { return first + spacing * cell; }
    Femtoseconds last() const { return at(cells - 1); }
    /// Nobody has told of its loss: it is whole, or a line spoiled it, which its receiver finds out.
    bool untold() const { return lost.empty() || cause == stack::Drop::LineError; }
    /// Cells that are there.
    std::uint32_t present() const { return cells - static_cast<std::uint32_t>(lost.size()); }
    bool last_lost() const { return !lost.empty() && lost.back() == cells - 1; }
    void lose(std::uint32_t cell, stack::Drop why) {
        if (lost.empty()) cause = why;
        lost.push_back(cell);
    }
};

/// Where a train may come to.
class Endpoint {
public:
    virtual ~Endpoint() = default;
    /// Wants it with its first cell; else with its last.
    virtual bool wants_first_cell() const = 0;
    virtual void arrive(unsigned port, const Train& train) = 0;
    /// Wants what a queue sends cell by cell, as each comes, because it is to be cells on a line again; then these are called:
    virtual bool wants_cells() const { return false; }
    /// One cell of a train whose fate is not known yet.
    virtual void cell(const Train& /*train*/, std::uint32_t /*cell*/) {}
    /// The queue is done with it; some of its cells may still be under way, the lost ones are known.
    virtual void ended(const Train& /*train*/) {}
};

/// Cells of an AAL5 PDU of `octets`, trailer not counted.
constexpr std::uint32_t aal5_cells(std::uint32_t octets) { return (octets + 8 + 47) / 48; }

}  // namespace niclab::net
