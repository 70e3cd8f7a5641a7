/// @file  A PDU on its way through a queue: which of its cells came, which were dropped and why, which have left.
///
/// Source:  EPD and PPD: Romanow and Floyd, Dynamics of TCP Traffic over ATM Networks (1995).
#pragma once

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "net/switch_queue.h"

namespace niclab::net {

struct Passage {
    /// As it comes; its cells are behind the transit.
    Passage(Train coming, const QueueConfig& config, bool line_wants_cells);

    /// The next cell has been lost before; then it is passed over.
    bool hole_next();
    /// The queue that the next cell finds is `length` cells long: why it is dropped, nothing where it is taken.
    std::optional<stack::Drop> refused(const QueueConfig& config, std::uint32_t length) const;
    void drop(stack::Drop cause, const QueueConfig& config);
    /// A cell leaves `at`; the line is told of it where that wants cells.
    void pass_on(std::uint32_t cell, Femtoseconds at, Line& line);
    /// All is known of it: it goes out on the line, and what was dropped is told of.
    void leave(Line& line, SwitchQueue::Stats& stats, const std::function<void(const stack::Loss&)>& lost);

    Train train;
    std::uint32_t next = 0;           ///< Cell.
    std::size_t hole = 0;             ///< Of those that were lost before: the next.
    std::vector<std::uint32_t> gone;  ///< Here and before.
    Femtoseconds first_out = 0, last_out = 0;
    std::uint32_t spoilt = Line::kNoCell;  ///< Cell the line will lose, where that gets cells.
    bool cell_by_cell = false;             ///< The line is told of each cell as it comes ...
    bool told_of = false;                  ///< ... and has been of the first.
    bool whole = true, untold = true;

private:
    void tell(const std::function<void(const stack::Loss&)>& lost, bool with_packet) const;

    bool cut_ = false, early_ = false;
    std::optional<stack::Drop> first_;  ///< Why the first was dropped here.
    stack::DropCounts dropped_{};       ///< Cells.
};

// What each cell asks:

inline bool Passage::hole_next() {
    if (hole == train.lost.size() || train.lost[hole] != next) return false;
    ++hole;
    gone.push_back(next);
    return true;
}

inline std::optional<stack::Drop> Passage::refused(const QueueConfig& config, std::uint32_t length) const {
    const bool last = next + 1 == train.cells;
    if (early_ || (next == 0 && config.epd_cells > 0 && length >= config.epd_cells)) return stack::Drop::Epd;
    if (cut_ && !last) return stack::Drop::Ppd;
    if (length >= config.cells) return stack::Drop::SwitchQueue;
    if (train.clp && config.clp_cells > 0 && length >= config.clp_cells) return stack::Drop::LowPriority;
    return std::nullopt;
}

inline void Passage::pass_on(std::uint32_t cell, Femtoseconds at, Line& line) {
    if (first_out == 0) first_out = at;
    last_out = at;
    if (!cell_by_cell) return;
    if (!std::exchange(told_of, true)) spoilt = line.begin(train);
    if (cell != spoilt) return line.pass(train, cell, at);
    gone.insert(std::upper_bound(gone.begin(), gone.end(), cell), cell);
    ++train.lost_on_lines;
}

}  // namespace niclab::net
