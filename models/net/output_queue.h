/// @file  The queue of a switch's output port, in cells, with what it drops on purpose.
///
/// Trains that come at the same time are served in the order of their cells (Lindley's recursion, cell by cell); ties go to the train that
/// began first.
///
/// Source:        EPD and PPD: Romanow and Floyd, Dynamics of TCP Traffic over ATM Networks (1995).
/// Not modelled:  queues of single connections, priorities other than by CLP.
#pragma once

#include <functional>
#include <list>

#include "base/agenda.h"
#include "net/line.h"

namespace niclab::net {

struct QueueConfig {
    std::uint32_t cells = 256;    ///< Places, with the cell on its way out.
    std::uint32_t clp_cells = 0;  ///< Cells of low priority find no more than these; 0: all.
    std::uint32_t epd_cells = 0;  ///< A PDU that begins with so many in the queue is dropped whole; 0: none is.
    bool ppd = false;             ///< When a cell was dropped, the PDU's others are, too, but the last.
    Femtoseconds transit = 0;     ///< Through the switch, before the queue.
};

class OutputQueue {
public:
    struct Stats {
        std::uint64_t pdus = 0, cells = 0, dropped_cells = 0, dropped_pdus = 0;
        std::uint32_t most = 0;  ///< Cells in the queue at once.
    };
    OutputQueue(base::Agenda& agenda, const QueueConfig& config, Line& line);

    /// With its first cell.
    void enter(Train train);
    /// Cells in the queue now.
    std::uint32_t length() const { return length_at(agenda_.now()); }
    const Stats& stats() const { return stats_; }
    /// PDUs in it whose loss nobody has told of.
    std::size_t under_way() const;
    /// A PDU that came whole leaves with a cell missing, or not at all.
    std::function<void(const Train&)> damaged;

private:
    struct Active {
        Train train;
        std::uint32_t next = 0;           ///< Cell.
        std::size_t hole = 0;             ///< Of those that were lost before: the next.
        std::vector<std::uint32_t> lost;  ///< Here and before.
        Femtoseconds first_out = 0, last_out = 0;
        std::uint32_t spoilt = Line::kNoCell;  ///< Cell the line will lose, where that gets cells.
        bool cell_by_cell = false;             ///< The line is told of each cell as it comes ...
        bool told_of = false;                  ///< ... and has been of the first.
        bool whole = true, untold = true, dropping = false, dropping_all = false;
    };
    std::uint32_t length_at(Femtoseconds at) const;
    void advance(Femtoseconds until);
    void take_cell(Active& a, Femtoseconds at);
    bool drops(Active& a, std::uint32_t length);
    void pass_on(Active& a);
    void complete(std::uint64_t);
    void leave(Active& a);
    void note_end(Femtoseconds at) { agenda_.at(at, base::call<&OutputQueue::complete>(this)); }

    base::Agenda& agenda_;
    QueueConfig config_;
    Line& line_;
    Femtoseconds cell_time_, free_ = 0;
    std::list<Active> active_;
    Stats stats_;
};

}  // namespace niclab::net
