#include "pci/flat_bus.h"

#include <algorithm>
#include <utility>

#include "pci/bus.h"
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

FlatBus::FlatBus(const Bus& bus, const Parties& parties)
    : bus_(bus),
      parties_(parties),
      shapes_(std::string(bus.name()) + ": a transaction went otherwise than the one before it"),
      edge_request_(parties.clock),
      edge_(parties.clock),
      masters_(parties.clock),
      idle_parties_{*this, parties.arbiter.machine(), {}, bus.wide()},
      idle_shapes_(std::string(bus.name()) + ": an idle bus went otherwise than before") {
    for (const auto& t : parties_.targets) span_.targets.push_back(&t.agent->machine());
    for (const auto& i : parties_.initiators) idle_parties_.initiators.push_back({&i.agent->machine(), i.half});
    span_.wide = bus.wide();
    parties_.arbiter.join(masters_);
    for (const auto& i : parties_.initiators) i.agent->join(masters_);
}

void FlatBus::begin(const Now& levels) {
    now = levels.levels;
    drive = next_drive = levels.drive;
    req = next_req = levels.req;
    gnt = next_gnt = levels.gnt;
}

bool FlatBus::rests() {
    pass_idle();
    synchronize();
    return !shape_ && !dirty && now.idle();
}

void FlatBus::on_edge() {
    if (idle_) return;
    if (std::exchange(framed_, false)) return on_address();
    if (shape_) late_ ? repeat_late() : repeat_to(done_ + 1);
    if (dirty) commit();
    if (!shape_ && now.idle()) begin_idle();
}

/// The edge at which the address is sampled.
void FlatBus::on_address() {
    const Levels sampled = now;
    const std::uint32_t asked = req, granted = gnt;
    if (dirty) commit();
    if (wrong_parity(sampled, now)) return;
    plan();
    // An observer of the first clock of a recorded transaction, and of the state machines
    // afterwards, would see two kinds of data. A grant that was removed with FRAME# belongs to
    // another agent in this clock, which also moves it.
    if (!shape_ || shape_->expires == 0 || (req == asked && gnt == granted)) return;
    leave();
    commit();
}

void FlatBus::commit() {
    dirty = false;
    commit_requests();
    if (driven) commit_levels();
}

void FlatBus::commit_requests() {
    const std::uint32_t moved = gnt ^ next_gnt;
    const bool asked = req != next_req;
    gnt = next_gnt, req = next_req;
    if (asked) parties_.arbiter.wake();
    for (std::size_t k = 0; moved >> k != 0; ++k)
        if ((moved >> k & 1u) != 0 && !parties_.initiators[k].agent->held()) parties_.initiators[k].agent->wake();
    // The present grant may affect the burst under way.
    if (shape_ && shape_->expires != 0 && (asked || moved != 0)) leave();
}

void FlatBus::commit_levels() {
    if (shape_) leave();  // Another driver than the two drives: not one of the agents here.
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
    if (now.idle() != was_idle || now.frame != was_framed) parties_.arbiter.wake();
    if (was_idle && !now.idle())
        for (const auto& t : parties_.targets) t.agent->wake();
    if (was_idle || !now.idle()) return;
    for (std::size_t k = 0; (req | gnt) >> k != 0; ++k)
        if (((req | gnt) >> k & 1u) != 0) parties_.initiators[k].agent->wake();
}

void FlatBus::settle() {
    pass_idle();
    synchronize();
    if (shape_) leave();
}

/// The last clock comes at its own time.
void FlatBus::synchronize() {
    if (!shape_ || !late_) return;
    const auto last = static_cast<unsigned>(shape_->clocks.size() - 1);
    const unsigned due = done_ + passed(last - done_);
    if (due > done_) repeat_to(due);
}

/// Number of edges from `edge_` on that have passed, at most `most`. One at the present time has
/// not passed if the clock is at it or has not reached it.
unsigned FlatBus::passed(unsigned most) {
    const core::Femtoseconds present = core::now_fs();
    const bool at_edge = parties_.clock.at_edge();
    edge_.settle();
    unsigned count = 0;
    for (core::EdgeCursor edge = edge_; count < most; edge.next(), ++count)
        if (at_edge ? edge.edge() >= present : edge.edge() > present) break;
    return count;
}

void FlatBus::show_each_clock() {
    pass_idle();
    if (!shape_) return;
    synchronize();
    // If the machines may continue later, an observer of the recorded data would see two kinds of
    // data.
    if (shape_->expires != 0) return take_over();
    if (!late_) return;
    late_ = false;
    edge_request_.drop();
    parties_.clock.acquire();
}

/// Repeats at the last clock, unless the machines may continue in between.
void FlatBus::repeat_late() {
    if (shape_->expires == 0 && edge_request_.open()) return;
    const auto clocks = static_cast<unsigned>(shape_->clocks.size());
    repeat_to(done_ + passed(clocks - done_ - 1) + 1);  // the present edge, too
    if (shape_) edge_request_.in(clocks - done_);
}

bool FlatBus::find_parties() {
    span_.initiator = nullptr;
    for (unsigned k = 0; k < parties_.initiators.size(); ++k) {
        const InitiatorMachine& m = parties_.initiators[k].agent->machine();
        if (!m.in_data()) continue;
        if (span_.initiator || !m.begins_plain_data()) return false;
        span_.initiator = &m, pair_ = k;
    }
    if (!span_.initiator) return false;
    const InitiatorMachine& i = *span_.initiator;
    bool found = false;
    for (std::size_t k = 0; k < span_.targets.size(); ++k) {
        const TargetMachine& t = *span_.targets[k];
        if (t.any_fault()) return false;
        if (t.not_mine()) continue;
        if (found || !t.begins_plain_data(i.burst().dwords - i.index()) || !t.port()->is_repeatable()) return false;
        span_.target = k, found = true;
    }
    return found;
}

void FlatBus::plan() {
    if (!find_parties()) return;
    const unsigned mine = parties_.initiators[pair_].half, its = parties_.targets[span_.target].half;
    for (unsigned h = 0; h < drive.size(); ++h)
        if (h != mine && h != its && (drive[h].enabled | drive[h].enabled64) != 0) return;
    if (now.perr || now.serr || ((now.enabled & (kEnPerr | kEnSerr)) != 0)) return;
    span_.now = now;
    const SpanShape& shape = shapes_.of(key_of(span_, mine, its), [this] { return run_through(span_); });
    if (shape.whole) begin(shape);
}

void FlatBus::begin(const SpanShape& shape) {
    const TargetMachine& target = *span_.targets[span_.target];
    shape_ = &shape;
    done_ = 0, calls_ = 0;
    port_ = target.port();
    access_ = target.access();
    address_at_ = core::now_fs();
    edge_ = core::EdgeCursor(parties_.clock);
    read_.clear();
    parties_.initiators[pair_].agent->hold();
    for (const auto& t : parties_.targets) t.agent->hold();
    late_ = port_->allows_deferred_data();
    late_ ? edge_request_.in(shape.clocks.size()) : parties_.clock.acquire();
    // Its data is the recorded one; the parity of the address is that of this transaction.
    SpanClock first = shape.clocks.front();
    first.bus.par = now.par, first.bus.par64 = now.par64;
    const Levels& mine = drive[parties_.initiators[pair_].half];
    first.initiator.par = mine.par, first.initiator.par64 = mine.par64;
    show(first);
    for (const core::EdgeCall& o : bus_.span_observers()) o.call(o.module);
}

/// An arbiter samples FRAME# to detect the begin of transactions, and is woken when the bus becomes
/// idle.
void FlatBus::show(const SpanClock& c) {
    now = c.bus;
    drive[parties_.initiators[pair_].half] = c.initiator;
    drive[parties_.targets[span_.target].half] = c.target;
}

/// Repeats the clocks up to that one.
void FlatBus::repeat_to(unsigned clock) {
    const SpanClock& last = shape_->clocks[clock - 1];
    for (; calls_ < last.calls; ++calls_) call(shape_->calls[calls_]);
    count(done_ > 0 ? shape_->clocks[done_ - 1].counts : SpanCounts{}, last.counts);
    edge_.settle();
    for (; done_ < clock; edge_.next()) {
        ++done_;
        if (done_ == shape_->first_data) first_data_ = edge_.edge();
        if (done_ == shape_->last_data) last_data_ = edge_.edge();
    }
    if (done_ == shape_->clocks.size())
        finish();
    else
        show(shape_->clocks[done_]);
}

void FlatBus::call(const SpanCall& c) {
    bus::Burst& burst = parties_.initiators[pair_].agent->machine().burst();
    const unsigned dword = span_.initiator->index() + c.distance / 4;
    bus::TargetPort::Access access = access_;
    access.address += c.distance, access.offset += c.distance;
    access.byte_enables = c.enables;
    if (c.write) {
        port_->write(access, burst.data[dword]);
        read_.push_back(0);
    } else {
        read_.push_back(port_->read(access));
        if (dword < burst.dwords) burst.data[dword] = read_.back();
    }
}

void FlatBus::count(const SpanCounts& before, const SpanCounts& after) {
    InitiatorMachine::Stats& i = parties_.initiators[pair_].agent->machine().stats();
    TargetMachine::Stats& t = parties_.targets[span_.target].agent->machine().stats();
    i.dwords += after.dwords - before.dwords, i.wait_clocks += after.waits - before.waits;
    i.retries += after.retries - before.retries, i.disconnects += after.disconnects - before.disconnects;
    t.dwords += after.target_dwords - before.target_dwords;
    t.retries += after.target_retries - before.target_retries;
    t.disconnects += after.target_disconnects - before.target_disconnects;
}

void FlatBus::finish() {
    InitiatorMachine& i = parties_.initiators[pair_].agent->machine();
    bus::BurstTimes& times = i.burst().times;
    if (shape_->first_data != 0) times.first_data = first_data_;
    if (shape_->last_data != 0) times.last_data = last_data_;
    times.retries += shape_->retries, times.disconnects += shape_->disconnects;
    i.burst().status = shape_->status;
    i.assume(shape_->initiator);
    for (std::size_t k = 0; k < parties_.targets.size(); ++k)
        parties_.targets[k].agent->machine().assume(shape_->targets[k]);
    hand_back();
}

/// The machines continue at once, also at an edge of the present time.
void FlatBus::take_over() {
    leave();
    commit();
    parties_.initiators[pair_].agent->wake_at_once();
    for (const auto& t : parties_.targets) t.agent->wake_at_once();
}

/// The machines continue in the middle of a recorded transaction, with their own data on the bus.
void FlatBus::leave() {
    ++left_;
    SpanMiddle middle = run_to(span_, done_, read_, address_at_, parties_.clock.period_fs());
    InitiatorMachine& i = parties_.initiators[pair_].agent->machine();
    i.burst() = middle.initiator.burst();
    i.assume(middle.initiator.state());
    for (std::size_t k = 0; k < parties_.targets.size(); ++k)
        parties_.targets[k].agent->machine().follow(middle.targets[k]);
    left_clocks_ = std::move(middle.clocks);
    hand_back();
}

/// The outputs of the agents are used again, and they have their own edges.
void FlatBus::hand_back() {
    const auto& i = parties_.initiators[pair_];
    put(i.half, i.agent->machine().drive());
    i.agent->resume();
    for (const auto& t : parties_.targets) {
        put(t.half, t.agent->machine().drive());
        t.agent->resume();
    }
    shape_ = nullptr;
    late_ ? edge_request_.drop() : parties_.clock.release();
}

}  // namespace niclab::pci
