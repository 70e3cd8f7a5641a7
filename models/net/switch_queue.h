/// @file The interface between a switch and the queue of an output line: trains enter with their
/// first cell and leave on the line, for every discipline.
#pragma once

#include <functional>

#include "base/event_queue.h"
#include "net/line.h"

namespace niclab::net {

struct QueueConfig {
    std::uint32_t cells = 256;    ///< Places of each queue, including the cell that is being sent.
    std::uint32_t clp_cells = 0;  ///< Limit for cells of low priority; 0: no limit.
    std::uint32_t epd_cells = 0;  ///< A PDU that finds this number of cells in the queue at its begin is dropped whole;
                                  ///< 0: none is.
    bool ppd = false;             ///< After a dropped cell the other cells of the PDU are dropped, too, except the
                                  ///< last.
    bool per_vc = false;          ///< One queue per connection, served round robin; false: one for the port.
    Femtoseconds transit = 0;     ///< Time through the switch, before the queue.
};

class SwitchQueue {
public:
    struct Stats {
        std::uint64_t pdus = 0, cells = 0, dropped_cells = 0, dropped_pdus = 0;
        std::uint32_t most = 0;  ///< Largest number of cells of the port at one time.
    };
    explicit SwitchQueue(const QueueConfig& config) : config_(config) {}
    virtual ~SwitchQueue() = default;

    /// Called with the train's first cell.
    virtual void enter(Train train) = 0;
    /// Number of waiting cells of the port.
    virtual std::uint32_t length() const = 0;
    /// PDUs in it without a reported loss.
    virtual std::size_t under_way() const = 0;
    /// Cells that have arrived, or will with the rest of their PDU, and that neither were dropped
    /// nor are on the line.
    std::uint64_t cells_under_way() const { return inside_; }
    const Stats& stats() const { return stats_; }
    /// Called for a PDU with dropped cells, once per cause; the report includes the PDU if it
    /// arrived whole or was not reported before.
    std::function<void(const stack::Loss&)> lost;

protected:
    QueueConfig config_;
    Stats stats_;
    std::uint64_t inside_ = 0;
};

}  // namespace niclab::net
