#include "host/cpu.h"

#include <cassert>

namespace niclab::host {

const char* to_string(Context context) {
    static const char* const names[kContexts] = {"interrupt", "protocol", "process"};
    return names[static_cast<std::size_t>(context)];
}

Cpu::Cpu(base::EventQueue& event_queue, unsigned processors) : event_queue_(event_queue), processors_(processors) {}

unsigned Cpu::add(Context context, std::string name) {
    strands_.push_back({std::move(name), context, {}, -1, 0, 0});
    return static_cast<unsigned>(strands_.size() - 1);
}

void Cpu::post(unsigned strand, Time cost, base::Call then) {
    Strand& s = strands_[strand];
    s.work.push_back({cost, then});
    if (s.work.size() == 1) s.order = orders_++;
    if (!dispatching_ && s.processor < 0) dispatch();
}

void Cpu::hold(unsigned strand, base::Call granted) { post(strand, kHeld, granted); }

void Cpu::hold_next(unsigned strand, base::Call granted) {
    Strand& s = strands_[strand];
    std::size_t place = s.processor >= 0 ? 1 : 0;
    while (place < s.work.size() && s.work[place].rest) ++place;
    s.work.insert(place, {kHeld, granted, true});
    if (s.work.size() == 1) s.order = orders_++;
    if (!dispatching_ && s.processor < 0) dispatch();
}

void Cpu::release(unsigned strand) {
    Strand& s = strands_[strand];
    assert(s.processor >= 0 && s.work.front().left == kHeld);
    Processor& p = processors_[std::size_t(s.processor)];
    s.busy += event_queue_.now() - p.since;
    s.processor = -1;
    p.strand = -1;
    next_piece(s);
    dispatch();
}

/// The next strand: in the highest context the one that has waited longest; -1: none.
int Cpu::waiting() const {
    int best = -1;
    for (std::size_t k = 0; k < strands_.size(); ++k) {
        const Strand& s = strands_[k];
        if (s.work.empty() || s.processor >= 0) continue;
        if (best < 0 || std::make_pair(s.context, s.order) <
                            std::make_pair(strands_[std::size_t(best)].context, strands_[std::size_t(best)].order))
            best = int(k);
    }
    return best;
}

/// A processor for work of `context`: an idle one, or the one with the lowest context below it; -1:
/// none.
int Cpu::place(Context context) const {
    int best = -1;
    Context lowest = context;
    for (std::size_t p = 0; p < processors_.size(); ++p) {
        if (processors_[p].strand < 0) return int(p);
        if (held(processors_[p])) continue;
        const Context running = strands_[std::size_t(processors_[p].strand)].context;
        if (running > lowest) best = int(p), lowest = running;
    }
    return best;
}

void Cpu::dispatch() {
    for (int strand = waiting(); strand >= 0; strand = waiting()) {
        const int processor = place(strands_[std::size_t(strand)].context);
        if (processor < 0) return;
        if (processors_[std::size_t(processor)].strand >= 0) stop(std::size_t(processor));
        begin(std::size_t(processor), std::size_t(strand));
    }
}

void Cpu::begin(std::size_t processor, std::size_t strand) {
    Processor& p = processors_[processor];
    p.strand = int(strand);
    p.since = event_queue_.now();
    ++p.start;
    strands_[strand].processor = int(processor);
    const Work& work = strands_[strand].work.front();
    if (work.left == kHeld)
        event_queue_.after(0, work.then);
    else
        event_queue_.after(work.left, base::call<&Cpu::end>(this, p.start << 1 | processor));
}

/// Accounts for the work since `since`.
void Cpu::settle(Processor& p) {
    Strand& s = strands_[std::size_t(p.strand)];
    const Time done = event_queue_.now() - p.since;
    s.busy += done;
    s.work.front().left -= done;
    s.processor = -1;
    p.strand = -1;
}

void Cpu::stop(std::size_t processor) {
    settle(processors_[processor]);
    ++preemptions_;
}

/// The first piece is done.
void Cpu::next_piece(Strand& s) {
    s.work.pop_front();
    if (!s.work.empty()) s.order = orders_++;
}

void Cpu::end(std::uint64_t processor_and_start) {
    Processor& p = processors_[processor_and_start & 1];
    if (p.strand < 0 || p.start != processor_and_start >> 1) return;
    Strand& s = strands_[std::size_t(p.strand)];
    serving_ = p.strand;
    settle(p);
    const base::Call then = s.work.front().then;
    next_piece(s);
    dispatching_ = true;  // The function that follows may add several pieces: the most urgent of them is next.
    then();
    dispatching_ = false;
    serving_ = -1;
    dispatch();
}

std::vector<Cpu::Account> Cpu::accounts() const {
    std::vector<Account> found;
    for (const Strand& s : strands_) {
        const Time running = s.processor < 0 ? 0 : event_queue_.now() - processors_[std::size_t(s.processor)].since;
        found.push_back({s.name, s.context, s.busy + running});
    }
    return found;
}

Cpu::Time Cpu::busy(Context context) const {
    Time sum = 0;
    for (const Account& a : accounts())
        if (a.context == context) sum += a.busy;
    return sum;
}

Cpu::Time Cpu::idle() const {
    Time all = elapsed() * processors();
    for (const Account& a : accounts()) all -= a.busy;
    return all;
}

std::size_t Cpu::pending() const {
    std::size_t sum = 0;
    for (const Strand& s : strands_) sum += s.work.size();
    return sum;
}

}  // namespace niclab::host
