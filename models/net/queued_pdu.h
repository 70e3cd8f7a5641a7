/// @file A PDU in a queue: the cells that arrived, those that were dropped with the reason, and
/// those that have left.
///
/// Source: EPD and PPD: Romanow and Floyd, Dynamics of TCP Traffic over ATM Networks (1995).
#pragma once

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "net/switch_queue.h"

namespace niclab::net {

struct QueuedPdu {
    /// The PDU as it arrives; its cells enter after the transit.
    QueuedPdu(Train coming, const QueueConfig& config, bool line_wants_cells);

    /// Whether the next cell was lost before; it is then skipped.
    bool hole_next();
    /// The next cell finds a queue of `length` cells: the reason of its drop, or nothing if it is
    /// accepted.
    std::optional<stack::Drop> refused(const QueueConfig& config, std::uint32_t length) const;
    void drop(stack::Drop cause, const QueueConfig& config);
    /// A cell leaves at `at`. Returns whether it is on the line now, which then needs cells.
    bool pass_on(std::uint32_t cell, Femtoseconds at, Line& line);
    /// Cells that neither were lost before it arrived nor are on the line.
    std::uint32_t present() const { return train.present() - passed; }
    /// Everything is known: the PDU is sent on the line, and its drops are reported.
    void leave(Line& line, SwitchQueue::Stats& stats, const std::function<void(const stack::Loss&)>& lost);

    Train train;
    std::uint32_t next = 0;           ///< Cell.
    std::uint32_t passed = 0;         ///< Cells that are on the line before the PDU is.
    std::size_t hole = 0;             ///< The next one of those that were lost before.
    std::vector<std::uint32_t> gone;  ///< Lost here and before.
    Femtoseconds first_out = 0, last_out = 0;
    std::uint32_t corrupted_cell = Line::kNoCell;  ///< Cell that the line will lose, if it receives cells.
    bool cell_by_cell = false;                     ///< The line receives each cell as it comes ...
    bool reported_any = false;                     ///< ... and has received the first.
    bool whole = true, unreported = true;

private:
    void report_loss(const std::function<void(const stack::Loss&)>& lost, bool with_packet) const;

    bool cut_ = false, early_ = false;
    std::optional<stack::Drop> first_;  ///< Reason of the first drop here.
    stack::DropCounts dropped_{};       ///< Cells.
};

// Functions called for each cell:

inline bool QueuedPdu::hole_next() {
    if (hole == train.lost.size() || train.lost[hole] != next) return false;
    ++hole;
    gone.push_back(next);
    return true;
}

inline std::optional<stack::Drop> QueuedPdu::refused(const QueueConfig& config, std::uint32_t length) const {
    const bool last = next + 1 == train.cells;
    if (early_ || (next == 0 && config.epd_cells > 0 && length >= config.epd_cells)) return stack::Drop::Epd;
    if (cut_ && !last) return stack::Drop::Ppd;
    if (length >= config.cells) return stack::Drop::SwitchQueue;
    if (train.clp && config.clp_cells > 0 && length >= config.clp_cells) return stack::Drop::LowPriority;
    return std::nullopt;
}

inline bool QueuedPdu::pass_on(std::uint32_t cell, Femtoseconds at, Line& line) {
    if (first_out == 0) first_out = at;
    last_out = at;
    if (!cell_by_cell) return false;
    if (!std::exchange(reported_any, true)) corrupted_cell = line.begin(train);
    if (cell != corrupted_cell) {
        line.pass(train, cell, at);
        ++passed;
        return true;
    }
    gone.insert(std::upper_bound(gone.begin(), gone.end(), cell), cell);
    ++train.lost_on_lines;
    return false;
}

}  // namespace niclab::net
