/// @file  What waits before a switch's output line, as the switch sees it: trains go in with their first cell and out on the line, whatever
/// the discipline of the queue.
#pragma once

#include <functional>

#include "base/agenda.h"
#include "net/line.h"

namespace niclab::net {

struct QueueConfig {
    std::uint32_t cells = 256;    ///< Places of each queue, with the cell on its way out.
    std::uint32_t clp_cells = 0;  ///< Cells of low priority find no more than these; 0: all.
    std::uint32_t epd_cells = 0;  ///< A PDU that begins with so many in the queue is dropped whole; 0: none is.
    bool ppd = false;             ///< When a cell was dropped, the PDU's others are, too, but the last.
    bool per_vc = false;          ///< A queue for each connection, served in turn; else one for the port.
    Femtoseconds transit = 0;     ///< Through the switch, before the queue.
};

class SwitchQueue {
public:
    struct Stats {
        std::uint64_t pdus = 0, cells = 0, dropped_cells = 0, dropped_pdus = 0;
        std::uint32_t most = 0;  ///< Cells of the port at once.
    };
    explicit SwitchQueue(const QueueConfig& config) : config_(config) {}
    virtual ~SwitchQueue() = default;

    /// With its first cell.
    virtual void enter(Train train) = 0;
    /// Cells of the port that wait now.
    virtual std::uint32_t length() const = 0;
    /// PDUs in it whose loss nobody has told of.
    virtual std::size_t under_way() const = 0;
    /// Cells that came in, or will with the rest of their PDU, and neither were dropped nor are on the line.
    std::uint64_t cells_under_way() const { return inside_; }
    const Stats& stats() const { return stats_; }
    /// Of a PDU cells are dropped, for each cause once; with the PDU where it came whole or was not told of.
    std::function<void(const stack::Loss&)> lost;

protected:
    QueueConfig config_;
    Stats stats_;
    std::uint64_t inside_ = 0;
};

}  // namespace niclab::net
