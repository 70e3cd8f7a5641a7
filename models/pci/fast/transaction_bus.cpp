#include "pci/fast/transaction_bus.h"

#include <algorithm>
#include <utility>

#include "pci/fast/two_level_bus.h"
#include "pci/initiator.h"
#include "pci/target.h"

namespace niclab::pci {

namespace {

/// Of the address phase before, in which the targets sample it.
bool wrong_parity(const Levels& address, const Levels& now) {
    const bool upper = (address.enabled64 & kEnAdHigh) != 0;
    return now.par != even_parity(address.ad, address.cbe) ||
           (upper && now.par64 != even_parity(address.ad_high, address.cbe_high));
}

}  // namespace

TransactionBus::TransactionBus(const TwoLevelBus& bus, const BusAgents& agents)
    : bus_(bus),
      agents_(agents),
      timings_(std::string(bus.name()) + ": a transaction went otherwise than the one before it"),
      edge_request_(agents.clock),
      edge_(agents.clock),
      masters_(agents.clock),
      idle_agents_{*this, agents.arbiter.machine(), {}, bus.wide()},
      idle_timings_(std::string(bus.name()) + ": an idle bus went otherwise than before"),
      port_changed_([](void* self) { static_cast<TransactionBus*>(self)->end_wait(); }, this, &bus) {
    for (const auto& t : agents_.targets) transaction_.targets.push_back(&t.agent->machine());
    for (const auto& i : agents_.initiators) idle_agents_.initiators.push_back({&i.agent->machine(), i.half});
    transaction_.wide = bus.wide();
    agents_.arbiter.join(masters_);
    for (const auto& i : agents_.initiators) i.agent->join(masters_);
}

void TransactionBus::begin(const Now& levels) {
    now = levels.levels;
    drive = next_drive = levels.drive;
    req = next_req = levels.req;
    gnt = next_gnt = levels.gnt;
}

bool TransactionBus::is_idle() {
    finish_idle();
    synchronize();
    return !timing_ && !dirty && now.idle();
}

void TransactionBus::on_edge() {
    if (idle_ || wait_clocks_ != 0) return;
    if (std::exchange(framed_, false)) return on_address();
    if (timing_) deferred_ ? repeat_deferred() : repeat_to(done_ + 1);
    const bool same = !dirty;
    if (dirty) commit();
    if (timing_) return;
    if (now.idle())
        begin_idle();
    else if (same)
        begin_wait();
}

/// The edge at which the address is sampled.
void TransactionBus::on_address() {
    const Levels sampled = now;
    const std::uint32_t asked = req, granted = gnt;
    if (dirty) commit();
    if (wrong_parity(sampled, now)) return;
    plan();
    // An observer of the first clock of a recorded transaction, and of the state machines
    // afterwards, would see two kinds of data. A grant that was removed with FRAME# belongs to
    // another agent in this clock, which also moves it.
    if (!timing_ || timing_->expires == 0 || (req == asked && gnt == granted)) return;
    stop_repeating();
    commit();
}

void TransactionBus::commit() {
    dirty = false;
    commit_requests();
    if (driven) commit_levels();
}

void TransactionBus::commit_requests() {
    const std::uint32_t moved = gnt ^ next_gnt;
    const bool asked = req != next_req;
    gnt = next_gnt, req = next_req;
    if (asked) agents_.arbiter.wake();
    for (std::size_t k = 0; moved >> k != 0; ++k)
        if ((moved >> k & 1u) != 0 && !agents_.initiators[k].agent->is_suspended()) agents_.initiators[k].agent->wake();
    // The present grant may affect the burst under way.
    if (timing_ && timing_->expires != 0 && (asked || moved != 0)) stop_repeating();
}

void TransactionBus::commit_levels() {
    if (timing_) stop_repeating();  // Another driver than the two drives: not one of the agents here.
    for (std::uint32_t moved = std::exchange(driven, 0); moved != 0; moved &= moved - 1) {
        const auto h = static_cast<std::size_t>(__builtin_ctz(moved));
        drive[h] = next_drive[h];
    }
    const bool was_idle = now.idle(), was_framed = now.frame;
    DrivenLevels driven_now;
    for (const Levels& d : drive) driven_now.add(d);
    const Levels shared = driven_now.shared();
    bus_.require_one_driver(shared.enabled, shared.enabled64);
    now = driven_now.all();
    framed_ = now.frame && !was_framed;
    if (now.idle() != was_idle || now.frame != was_framed) agents_.arbiter.wake();
    if (was_idle && !now.idle())
        for (const auto& t : agents_.targets) t.agent->wake();
    if (was_idle || !now.idle()) return;
    for (std::size_t k = 0; (req | gnt) >> k != 0; ++k)
        if (((req | gnt) >> k & 1u) != 0) agents_.initiators[k].agent->wake();
}

void TransactionBus::settle() {
    finish_idle();
    synchronize();
    if (timing_) stop_repeating();
}

/// The last clock comes at its own time.
void TransactionBus::synchronize() {
    end_wait();
    if (!timing_ || !deferred_) return;
    const auto last = static_cast<unsigned>(timing_->clocks.size() - 1);
    const unsigned due = done_ + passed(last - done_);
    if (due > done_) repeat_to(due);
}

/// Number of edges from `edge_` on that have passed, at most `most`. One at the present time has
/// not passed if the clock is at it or has not reached it.
unsigned TransactionBus::passed(unsigned most) {
    const core::Femtoseconds present = core::now_fs();
    const bool at_edge = agents_.clock.at_edge();
    edge_.settle();
    unsigned count = 0;
    for (core::EdgeCursor edge = edge_; count < most; edge.next(), ++count)
        if (at_edge ? edge.edge() >= present : edge.edge() > present) break;
    return count;
}

void TransactionBus::show_each_clock() {
    finish_idle();
    if (!timing_) return;
    synchronize();
    // If the machines may continue later, an observer of the recorded data would see two kinds of
    // data.
    if (timing_->expires != 0) return resume_agents_at_once();
    if (!deferred_) return;
    deferred_ = false;
    edge_request_.drop();
    agents_.clock.acquire();
}

/// Repeats at the last clock, unless the machines may continue in between.
void TransactionBus::repeat_deferred() {
    if (timing_->expires == 0 && edge_request_.open()) return;
    const auto clocks = static_cast<unsigned>(timing_->clocks.size());
    repeat_to(done_ + passed(clocks - done_ - 1) + 1);  // the present edge, too
    if (timing_) edge_request_.in(clocks - done_);
}

bool TransactionBus::find_agents() {
    transaction_.initiator = nullptr;
    for (unsigned k = 0; k < agents_.initiators.size(); ++k) {
        const InitiatorMachine& m = agents_.initiators[k].agent->machine();
        if (!m.in_data()) continue;
        if (transaction_.initiator || !m.begins_plain_data()) return false;
        transaction_.initiator = &m, pair_ = k;
    }
    if (!transaction_.initiator) return false;
    const InitiatorMachine& i = *transaction_.initiator;
    bool found = false;
    for (std::size_t k = 0; k < transaction_.targets.size(); ++k) {
        const TargetMachine& t = *transaction_.targets[k];
        if (t.any_fault()) return false;
        if (t.not_mine()) continue;
        if (found || !t.begins_plain_data(i.burst().dwords - i.index()) || !t.port()->is_repeatable()) return false;
        transaction_.target = k, found = true;
    }
    return found;
}

void TransactionBus::plan() {
    if (!repeats_ || !find_agents()) return;
    const unsigned mine = agents_.initiators[pair_].half, its = agents_.targets[transaction_.target].half;
    for (unsigned h = 0; h < drive.size(); ++h)
        if (h != mine && h != its && (drive[h].enabled | drive[h].enabled64) != 0) return;
    if (now.perr || now.serr || ((now.enabled & (kEnPerr | kEnSerr)) != 0)) return;
    transaction_.now = now;
    const TransactionTiming& timing =
        timings_.of(key_of(transaction_, mine, its), [this] { return run_through(transaction_); });
    if (timing.whole) begin(timing);
}

void TransactionBus::begin(const TransactionTiming& timing) {
    const TargetMachine& target = *transaction_.targets[transaction_.target];
    timing_ = &timing;
    done_ = 0, calls_ = 0;
    port_ = target.port();
    access_ = target.access();
    address_at_ = core::now_fs();
    edge_ = core::EdgeCursor(agents_.clock);
    read_.clear();
    suspend_agents();
    deferred_ = port_->allows_deferred_data();
    deferred_ ? edge_request_.in(timing.clocks.size()) : agents_.clock.acquire();
    // Its data is the recorded one; the parity of the address is that of this transaction.
    TransactionClock first = timing.clocks.front();
    first.bus.par = now.par, first.bus.par64 = now.par64;
    const Levels& mine = drive[agents_.initiators[pair_].half];
    first.initiator.par = mine.par, first.initiator.par64 = mine.par64;
    show(first);
    for (const core::EdgeCall& o : bus_.transaction_observers()) o.call(o.module);
}

/// An arbiter samples FRAME# to detect the begin of transactions, and is woken when the bus becomes
/// idle.
void TransactionBus::show(const TransactionClock& c) {
    now = c.bus;
    drive[agents_.initiators[pair_].half] = c.initiator;
    drive[agents_.targets[transaction_.target].half] = c.target;
}

/// Repeats the clocks up to that one.
void TransactionBus::repeat_to(unsigned clock) {
    const TransactionClock& last = timing_->clocks[clock - 1];
    while (calls_ < last.calls) {
        const TransactionCall& c = timing_->calls[calls_];
        const auto n = std::min<unsigned>(c.run, static_cast<unsigned>(last.calls - calls_));
        call(c, n);
        calls_ += n;
    }
    count(done_ > 0 ? timing_->clocks[done_ - 1].counts : TransactionCounts{}, last.counts);
    edge_.settle();
    for (; done_ < clock; edge_.next()) {
        ++done_;
        if (done_ == timing_->first_data) first_data_ = edge_.edge();
        if (done_ == timing_->last_data) last_data_ = edge_.edge();
    }
    if (done_ == timing_->clocks.size())
        finish();
    else
        show(timing_->clocks[done_]);
}

/// The first `n` calls of a run.
void TransactionBus::call(const TransactionCall& c, unsigned n) {
    bus::Burst& burst = agents_.initiators[pair_].agent->machine().burst();
    const unsigned dword = transaction_.initiator->index() + c.distance / 4;
    bus::TargetPort::Access access = access_;
    access.address += c.distance, access.offset += c.distance;
    access.byte_enables = c.enables;
    const std::size_t before = read_.size();
    read_.resize(before + n);
    std::uint32_t* read = read_.data() + before;
    if (c.write)
        n > 1 ? port_->write_run(access, &burst.data[dword], n) : port_->write(access, burst.data[dword]);
    else if (n > 1)
        port_->read_run(access, read, n);
    else
        *read = port_->read(access);
    for (unsigned i = 0; !c.write && i < n && dword + i < burst.dwords; ++i) burst.data[dword + i] = read[i];
}

void TransactionBus::count(const TransactionCounts& before, const TransactionCounts& after) {
    InitiatorMachine::Stats& i = agents_.initiators[pair_].agent->machine().stats();
    TargetMachine::Stats& t = agents_.targets[transaction_.target].agent->machine().stats();
    i.dwords += after.dwords - before.dwords, i.wait_clocks += after.waits - before.waits;
    i.retries += after.retries - before.retries, i.disconnects += after.disconnects - before.disconnects;
    t.dwords += after.target_dwords - before.target_dwords;
    t.retries += after.target_retries - before.target_retries;
    t.disconnects += after.target_disconnects - before.target_disconnects;
}

void TransactionBus::finish() {
    InitiatorMachine& i = agents_.initiators[pair_].agent->machine();
    bus::BurstTimes& times = i.burst().times;
    if (timing_->first_data != 0) times.first_data = first_data_;
    if (timing_->last_data != 0) times.last_data = last_data_;
    times.retries += timing_->retries, times.disconnects += timing_->disconnects;
    i.burst().status = timing_->status;
    i.assume(timing_->initiator);
    for (std::size_t k = 0; k < agents_.targets.size(); ++k)
        agents_.targets[k].agent->machine().assume(timing_->targets[k]);
    resume_agents();
}

/// The machines continue at once, also at an edge of the present time.
void TransactionBus::resume_agents_at_once() {
    stop_repeating();
    commit();
    wake_agents_at_once();
}

void TransactionBus::suspend_agents() {
    agents_.initiators[pair_].agent->suspend();
    for (const auto& t : agents_.targets) t.agent->suspend();
}

void TransactionBus::wake_agents_at_once() {
    agents_.initiators[pair_].agent->wake_at_once();
    for (const auto& t : agents_.targets) t.agent->wake_at_once();
}

/// The machines continue in the middle of a recorded transaction, with their own data on the bus.
void TransactionBus::stop_repeating() {
    ++left_;
    TransactionState middle = run_to(transaction_, done_, read_, address_at_, agents_.clock.period_fs());
    InitiatorMachine& i = agents_.initiators[pair_].agent->machine();
    i.burst() = middle.initiator.burst();
    i.assume(middle.initiator.state());
    for (std::size_t k = 0; k < agents_.targets.size(); ++k)
        agents_.targets[k].agent->machine().follow(middle.targets[k]);
    left_clocks_ = std::move(middle.clocks);
    resume_agents();
}

/// The outputs of the agents are used again, and they have their own edges.
void TransactionBus::resume_agents() {
    const auto& i = agents_.initiators[pair_];
    put(i.half, i.agent->machine().drive());
    i.agent->resume();
    for (const auto& t : agents_.targets) {
        put(t.half, t.agent->machine().drive());
        t.agent->resume();
    }
    timing_ = nullptr;
    deferred_ ? edge_request_.drop() : agents_.clock.release();
}

}  // namespace niclab::pci
