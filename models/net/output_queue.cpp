#include "net/output_queue.h"

#include <utility>

namespace niclab::net {

OutputQueue::OutputQueue(base::Agenda& agenda, const QueueConfig& config, Line& line)
    : agenda_(agenda), config_(config), line_(line), cell_time_(line.cell_time()) {}

void OutputQueue::enter(Train train) {
    advance(agenda_.now());
    ++stats_.pdus;
    Active a;
    a.train = std::move(train);
    a.train.first += config_.transit;
    a.whole = a.train.lost.empty();
    a.untold = a.train.untold();
    note_end(a.train.last());
    a.cell_by_cell = line_.cell_by_cell();
    for (std::uint32_t cell = 0; a.cell_by_cell && cell + 1 < a.train.cells; ++cell) note_end(a.train.at(cell));
    active_.push_back(std::move(a));
}

std::uint32_t OutputQueue::length_at(Femtoseconds at) const {
    return free_ <= at ? 0 : static_cast<std::uint32_t>((free_ - at + cell_time_ - 1) / cell_time_);
}

std::size_t OutputQueue::under_way() const {
    std::size_t untold = 0;
    for (const Active& a : active_) untold += std::size_t(a.untold);
    return untold;
}

/// All cells that came up to `until`, in the order in which they came.
void OutputQueue::advance(Femtoseconds until) {
    for (;;) {
        Active* first = nullptr;
        Femtoseconds at = base::kNever, other = base::kNever;
        for (Active& a : active_) {
            if (a.next == a.train.cells) continue;
            const Femtoseconds when = a.train.at(a.next);
            if (when < at)
                other = at, at = when, first = &a;
            else
                other = std::min(other, when);
        }
        if (!first || at > until) return;
        const Femtoseconds end = std::min(other, until + 1);  // alone until then
        do take_cell(*first, at);
        while (++first->next < first->train.cells && (at = first->train.at(first->next)) < end);
    }
}

bool OutputQueue::drops(Active& a, std::uint32_t length) {
    const bool last = a.next + 1 == a.train.cells;
    if (a.next == 0 && config_.epd_cells > 0 && length >= config_.epd_cells)
        a.dropping_all = true, a.train.cause = stack::Drop::Epd;
    if (a.dropping_all || (a.dropping && !last)) return true;
    const std::uint32_t places =
        a.train.clp && config_.clp_cells > 0 ? std::min(config_.clp_cells, config_.cells) : config_.cells;
    if (length < places) return false;
    if (a.whole && a.lost.empty()) a.train.cause = stack::Drop::SwitchQueue;
    a.dropping = config_.ppd;
    return true;
}

void OutputQueue::take_cell(Active& a, Femtoseconds at) {
    if (a.hole < a.train.lost.size() && a.train.lost[a.hole] == a.next) {
        ++a.hole;
        a.lost.push_back(a.next);
        return;
    }
    const std::uint32_t length = length_at(at);
    if (drops(a, length)) {
        a.lost.push_back(a.next);
        ++stats_.dropped_cells;
        return;
    }
    stats_.most = std::max(stats_.most, length + 1);
    ++stats_.cells;
    free_ = std::max(free_, at) + cell_time_;
    if (a.first_out == 0) a.first_out = free_;
    a.last_out = free_;
    if (a.cell_by_cell) pass_on(a);
}

void OutputQueue::pass_on(Active& a) {
    if (!std::exchange(a.told_of, true)) a.spoilt = line_.begin(a.train);
    if (a.next == a.spoilt) {
        if (a.whole && a.lost.empty()) a.train.cause = stack::Drop::LineError;
        a.lost.push_back(a.next);
    } else {
        line_.pass(a.train, a.next, free_);
    }
}

void OutputQueue::complete(std::uint64_t) {
    advance(agenda_.now());
    for (auto a = active_.begin(); a != active_.end();) {
        if (a->next == a->train.cells) {
            leave(*a);
            a = active_.erase(a);
        } else {
            ++a;
        }
    }
}

/// Its cells are spread evenly between the first and the last that leave.
void OutputQueue::leave(Active& a) {
    Train& t = a.train;
    const bool gone = a.lost.size() == t.cells;
    const bool dropped = a.lost.size() > std::size_t(a.spoilt != Line::kNoCell);
    if (a.whole && dropped && t.cause == stack::Drop::LineError) t.cause = stack::Drop::SwitchQueue;
    const bool damage = (a.whole && dropped) || (a.untold && gone);
    t.lost = std::move(a.lost);
    if (damage) {
        ++stats_.dropped_pdus;
        if (damaged) damaged(t);
    }
    if (gone) return;
    t.first = a.first_out;
    t.spacing = t.cells > 1 ? (a.last_out - a.first_out) / (t.cells - 1) : 0;
    if (a.cell_by_cell) return line_.end(std::move(t));
    line_.send(std::move(t));
}

}  // namespace niclab::net
