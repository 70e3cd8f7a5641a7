#include "net/queued_pdu.h"

#include <utility>

namespace niclab::net {

using stack::Drop;

QueuedPdu::QueuedPdu(Train coming, const QueueConfig& config, bool line_wants_cells)
    : train(std::move(coming)), cell_by_cell(line_wants_cells) {
    train.first += config.transit;
    whole = train.lost.empty();
    unreported = train.unreported();
}

void QueuedPdu::drop(Drop cause, const QueueConfig& config) {
    early_ = cause == Drop::Epd;
    cut_ = config.ppd;
    if (!first_) first_ = cause;
    ++dropped_[std::size_t(cause)];
    gone.push_back(next);
}

/// Its cells are spread evenly between the first and the last that leave.
void QueuedPdu::leave(Line& line, SwitchQueue::Stats& stats, const std::function<void(const stack::Loss&)>& lost) {
    const bool all = gone.size() == train.cells;
    if (first_ && (whole || *first_ == Drop::Epd)) train.cause = *first_;
    if (whole && !first_) train.cause = Drop::LineError;
    const bool damage = (whole && first_) || (unreported && all);
    train.lost = std::move(gone);
    if (damage) ++stats.dropped_pdus;
    if (lost && (first_ || damage || all)) report_loss(lost, damage);
    if (all) return;
    train.first = first_out;
    train.spacing = train.cells > 1 ? (last_out - first_out) / (train.cells - 1) : 0;
    train.slot = 0;
    if (cell_by_cell) return line.end(std::move(train));
    line.send(std::move(train));
}

void QueuedPdu::report_loss(const std::function<void(const stack::Loss&)>& lost, bool with_packet) const {
    stack::DropCounts cells = dropped_;
    if (train.lost.size() == train.cells) cells[std::size_t(Drop::LineError)] += train.lost_on_lines;
    for (std::size_t k = 0; k < stack::kDrops; ++k) {
        const bool its = with_packet && Drop(k) == train.cause;
        if (cells[k] > 0 || its) lost({Drop(k), train.packet, std::uint32_t(its), std::uint32_t(cells[k])});
    }
}

}  // namespace niclab::net
