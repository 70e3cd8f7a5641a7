#include "net/output_queue.h"

#include <utility>

namespace niclab::net {

OutputQueue::OutputQueue(base::EventQueue& event_queue, const QueueConfig& config, Line& line)
    : SwitchQueue(config), event_queue_(event_queue), line_(line), cell_time_(line.cell_time()) {}

void OutputQueue::enter(Train train) {
    advance(event_queue_.now());
    ++stats_.pdus;
    inside_ += train.present();
    const QueuedPdu& p = active_.emplace_back(std::move(train), config_, line_.cell_by_cell());
    note_end(p.train.last());
    for (std::uint32_t cell = 0; p.cell_by_cell && cell + 1 < p.train.cells; ++cell) note_end(p.train.at(cell));
}

std::uint32_t OutputQueue::length_at(Femtoseconds at) const {
    return free_ <= at ? 0 : static_cast<std::uint32_t>((free_ - at + cell_time_ - 1) / cell_time_);
}

std::size_t OutputQueue::under_way() const {
    std::size_t unreported = 0;
    for (const QueuedPdu& p : active_) unreported += std::size_t(p.unreported);
    return unreported;
}

/// Processes all cells that arrived up to `until`, in the order of arrival.
void OutputQueue::advance(Femtoseconds until) {
    for (;;) {
        QueuedPdu* first = nullptr;
        Femtoseconds at = base::kNever, other = base::kNever;
        for (QueuedPdu& p : active_) {
            if (p.next == p.train.cells) continue;
            const Femtoseconds when = p.train.at(p.next);
            if (when < at)
                other = at, at = when, first = &p;
            else
                other = std::min(other, when);
        }
        if (!first || at > until) return;
        const Femtoseconds end = std::min(other, until + 1);  // alone until then
        do take_cell(*first, at);
        while (++first->next < first->train.cells && (at = first->train.at(first->next)) < end);
    }
}

void OutputQueue::take_cell(QueuedPdu& p, Femtoseconds at) {
    if (p.hole_next()) return;
    const std::uint32_t length = length_at(at);
    if (const auto cause = p.refused(config_, length)) {
        p.drop(*cause, config_);
        ++stats_.dropped_cells;
        return;
    }
    stats_.most = std::max(stats_.most, length + 1);
    ++stats_.cells;
    free_ = std::max(free_, at) + cell_time_;
    if (p.pass_on(p.next, free_, line_)) --inside_;
}

void OutputQueue::complete(std::uint64_t) {
    advance(event_queue_.now());
    for (auto p = active_.begin(); p != active_.end();) {
        if (p->next < p->train.cells) {
            ++p;
            continue;
        }
        inside_ -= p->present();
        p->leave(line_, stats_, lost);
        p = active_.erase(p);
    }
}

}  // namespace niclab::net
