/// @file The cells of one PDU under way: one event per PDU and hop, with queues that are exact for
/// each cell.
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
    std::uint32_t origin = 0;                    ///< Number of the packet in the record of its sender, if it has one.
    std::uint32_t cells = 0;                     ///< Of the whole PDU.
    Femtoseconds first = 0;                      ///< Time of the last bit of the first cell.
    Femtoseconds spacing = 0;                    ///< Interval of cells, on average if there are slots.
    Femtoseconds slot = 0;                       ///< A cell leaves in the first slot that begins when it is due or
                                                 ///< later, counted from the first cell; 0: exactly when it is due.
    std::vector<std::uint32_t> lost;             ///< Missing cells, in order.
    stack::Drop cause = stack::Drop::LineError;  ///< Cause of the first loss.
    std::uint32_t lost_on_lines = 0;             ///< Cells lost on lines, which are reported together with the packet.

    Femtoseconds at(std::uint32_t cell) const {
        const Femtoseconds due = spacing * cell;
        return first + (slot == 0 ? due : (due + slot - 1) / slot * slot);
    }
    Femtoseconds last() const { return at(cells - 1); }
    /// Its loss was not reported: it is whole, or a line corrupted it, which its receiver will
    /// detect.
    bool unreported() const { return lost.empty() || cause == stack::Drop::LineError; }
    /// Number of cells that are present.
    std::uint32_t present() const { return cells - static_cast<std::uint32_t>(lost.size()); }
    bool last_lost() const { return !lost.empty() && lost.back() == cells - 1; }
    void lose(std::uint32_t cell, stack::Drop why) {
        if (lost.empty()) cause = why;
        lost.push_back(cell);
    }
};

/// A receiver of trains.
class Endpoint {
public:
    virtual ~Endpoint() = default;
    /// It needs a train with its first cell; false: with its last.
    virtual bool wants_first_cell() const = 0;
    virtual void arrive(unsigned port, const Train& train) = 0;
    /// It needs the output of a queue cell by cell, as each comes, because the cells are sent on a
    /// line again. Then these are called:
    virtual bool wants_cells() const { return false; }
    /// One cell of a train that is not yet complete.
    virtual void cell(const Train& /*train*/, std::uint32_t /*cell*/) {}
    /// The queue has finished the train; some of its cells may still be under way, the lost ones
    /// are known.
    virtual void ended(const Train& /*train*/) {}
};

/// Cells of an AAL5 PDU of `octets`, trailer not counted.
constexpr std::uint32_t aal5_cells(std::uint32_t octets) { return (octets + 8 + 47) / 48; }

}  // namespace niclab::net
