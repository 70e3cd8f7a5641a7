#include "net/vc_queues.h"

#include <algorithm>
#include <utility>

namespace niclab::net {

using base::call;

VcQueues::VcQueues(base::EventQueue& event_queue, const QueueConfig& config, Line& line)
    : SwitchQueue(config), event_queue_(event_queue), line_(line), cell_time_(line.cell_time()) {}

namespace {
constexpr unsigned kPlace = 48;  ///< Position of the queue's number, above the PDU's.
}

std::size_t VcQueues::queue_of(std::uint16_t vci) {
    const auto found = std::find_if(queues_.begin(), queues_.end(), [vci](const Queue& q) { return q.vci == vci; });
    if (found != queues_.end()) return std::size_t(found - queues_.begin());
    queues_.emplace_back(vci);
    return queues_.size() - 1;
}

void VcQueues::enter(Train train) {
    advance(event_queue_.now());
    ++stats_.pdus;
    inside_ += train.present();
    const std::size_t queue = queue_of(train.vci);
    Pdu& pdu =
        queues_[queue].pdus.emplace_back(QueuedPdu(std::move(train), config_, line_.cell_by_cell()), next_number_++);
    const Train& t = pdu.queued.train;
    event_queue_.at(t.last(), call<&VcQueues::look>(this, queue << kPlace | pdu.number));
    coming_.push_back({queue, &pdu});
    for (std::uint32_t cell = 0; pdu.queued.cell_by_cell && cell + 1 < t.cells; ++cell)
        event_queue_.at(t.at(cell), call<&VcQueues::tick>(this));
}

std::uint32_t VcQueues::length() const { return waiting_; }

std::size_t VcQueues::under_way() const {
    std::size_t unreported = 0;
    for (const Queue& q : queues_)
        for (const Pdu& pdu : q.pdus) unreported += std::size_t(pdu.queued.unreported);
    return unreported;
}

/// Processes all arrivals and departures up to `until`, in order; a cell that leaves frees its
/// place for one that arrives at the same time.
void VcQueues::advance(Femtoseconds until) {
    for (;;) {
        auto first = coming_.end();
        Femtoseconds at = base::kNever;
        for (auto c = coming_.begin(); c != coming_.end(); ++c) {
            const Femtoseconds when = c->pdu->queued.train.at(c->pdu->queued.next);
            if (when < at) at = when, first = c;
        }
        if (serving_ != kNone && out_at_ <= std::min(at, until)) {
            cell_is_out();
            continue;
        }
        if (first == coming_.end() || at > until) return;
        const auto [queue, pdu] = *first;
        if (pdu->queued.next + 1 == pdu->queued.train.cells) coming_.erase(first);
        take_cell(queues_[queue], *pdu, at);
    }
}

void VcQueues::take_cell(Queue& queue, Pdu& pdu, Femtoseconds at) {
    QueuedPdu& p = pdu.queued;
    if (p.hole_next()) {
        // No cell arrives.
    } else if (const auto cause = p.refused(config_, queue.cells)) {
        p.drop(*cause, config_);
        ++stats_.dropped_cells;
    } else {
        ++queue.cells, ++pdu.waiting, ++stats_.cells;
        stats_.most = std::max(stats_.most, ++waiting_);
    }
    ++p.next;
    if (serving_ == kNone && waiting_ > 0) next_turn(at);
    forget_if_over(queue, pdu);
}

/// The next queue with a cell in round-robin order gets the line from `at` on.
void VcQueues::next_turn(Femtoseconds at) {
    serving_ = kNone;
    if (waiting_ == 0) return;
    while (queues_[turn_ % queues_.size()].cells == 0) ++turn_;
    serving_ = turn_ % queues_.size();
    turn_ = serving_ + 1;
    out_at_ = at + cell_time_;
    if (line_.cell_by_cell()) event_queue_.at(std::max(out_at_, event_queue_.now()), call<&VcQueues::tick>(this));
}

void VcQueues::cell_is_out() {
    Queue& queue = queues_[serving_];
    const auto pdu =
        std::find_if(queue.pdus.begin(), queue.pdus.end(), [](const Pdu& candidate) { return candidate.waiting > 0; });
    QueuedPdu& p = pdu->queued;
    while (std::binary_search(p.gone.begin(), p.gone.end(), pdu->outgoing)) ++pdu->outgoing;
    const Femtoseconds at = out_at_;
    --queue.cells, --pdu->waiting, --waiting_;
    if (p.pass_on(pdu->outgoing++, at, line_)) --inside_;
    next_turn(at);
    forget_if_over(queue, *pdu);
}

void VcQueues::forget_if_over(Queue& queue, const Pdu& pdu) {
    if (pdu.waiting > 0 || pdu.queued.next < pdu.queued.train.cells) return;
    const auto found = std::find_if(queue.pdus.begin(), queue.pdus.end(),
                                    [&pdu](const Pdu& other) { return other.number == pdu.number; });
    inside_ -= found->queued.present();
    found->queued.leave(line_, stats_, lost);
    queue.pdus.erase(found);
}

/// The time at which the first `cells` of a queue's present cells have left, if no other cell
/// arrives in any queue.
Femtoseconds VcQueues::earliest_end(std::size_t queue, std::uint32_t cells) const {
    const std::size_t n = queues_.size();
    const std::uint32_t own = cells - std::uint32_t(queue == serving_);
    std::uint64_t before = own;
    for (std::size_t k = 0, place = turn_ % n; k < n; ++k, place = (place + 1) % n) {
        if (place == queue) continue;
        const bool ahead = (place + n - turn_ % n) % n < (queue + n - turn_ % n) % n;
        const std::uint32_t has = queues_[place].cells - std::uint32_t(place == serving_);
        before += own == 0 ? 0 : std::min(has, ahead ? own : own - 1);
    }
    return out_at_ + before * cell_time_;
}

/// All cells of a PDU have arrived; while one of them waits, its time is not known.
void VcQueues::look(std::uint64_t queue_and_pdu) {
    advance(event_queue_.now());
    const std::size_t queue = queue_and_pdu >> kPlace;
    const std::uint64_t number = queue_and_pdu & ((std::uint64_t{1} << kPlace) - 1);
    std::uint32_t cells = 0;
    for (const Pdu& pdu : queues_[queue].pdus) {
        cells += pdu.waiting;
        if (pdu.number != number) continue;
        return event_queue_.at(earliest_end(queue, cells), call<&VcQueues::look>(this, queue_and_pdu));
    }
}

}  // namespace niclab::net
