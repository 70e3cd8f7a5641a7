#include "cards/board/spans.h"

namespace niclab::board {

using card::EventKind;
using card::Point;

std::vector<const card::Cause*> line_causes() {
    using namespace causes;
    return {&kUserCellsBefore, &kNullCellsBefore, &kPresentCell,  &kTxUtopia, &kPhyFifo,
            &kLineCell,        &kLineOverhead,    &kRxUtopiaTurn, &kRxUtopia};
}

std::vector<card::WhatIf> what_ifs(const std::string& fifo_key) {
    return {{"transmit_fifo", {fifo_key + "=1"}, {&causes::kUserCellsBefore, &causes::kNullCellsBefore}},
            {"phy_transmit_fifo", {"nic.phy.tx_fifo_cells=2"}, {&causes::kPhyFifo}},
            {"phy_pipeline", {"nic.phy.pipeline_octets=0"}, {&causes::kLineOverhead}}};
}

void add_line(card::Spans& s, const card::TracedPacket& p, const CellTimes& cell) {
    const core::Femtoseconds soc = p.time_of(EventKind::TxSoc), launched = p.point(Point::Launched);
    const unsigned users_ahead = p.trace.units_ahead - p.trace.nulls_ahead;
    const core::Femtoseconds users = s.last() + users_ahead * cell.line;
    const core::Femtoseconds queue = users + p.trace.nulls_ahead * cell.line;
    if (p.point(Point::Segmented) != 0 && queue < soc) {
        s.to(users, causes::kUserCellsBefore, users_ahead);
        s.to(queue, causes::kNullCellsBefore, p.trace.nulls_ahead);
    }
    s.to(soc, causes::kPresentCell);
    if (launched != 0) {
        if (soc + cell.utopia < launched) s.to(soc + cell.utopia, causes::kTxUtopia);
        s.to(launched, causes::kPhyFifo);
    }
    add_launched(s, p, cell.line);
}

void add_launched(card::Spans& s, const card::TracedPacket& p, core::Femtoseconds cell) {
    const core::Femtoseconds launched = p.point(Point::Launched), end = p.point(Point::LineEnd);
    if (launched != 0 && launched + cell < end) s.to(launched + cell, causes::kLineCell);
    s.to(end, causes::kLineOverhead);
}

void add_off_the_line(card::Spans& s, const card::TracedPacket& p) {
    s.to(p.time_of(EventKind::RxSoc), causes::kRxUtopiaTurn);
    s.to(p.point(Point::Received), causes::kRxUtopia);
}

}  // namespace niclab::board
