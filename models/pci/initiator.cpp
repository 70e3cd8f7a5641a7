#include "pci/initiator.h"

namespace niclab::pci {

namespace {
constexpr unsigned kDevselClocks = 4;   ///< Edges after the address phase by which DEVSEL# must be sampled.
constexpr unsigned kBackoffClocks = 2;  ///< REQ# deasserted after STOP#.
constexpr unsigned kNoTimer = 255;
}  // namespace

Initiator::Initiator(sc_core::sc_module_name name, core::Clock& clock, DmaChannel& channel, ConfigSpace* config_space)
    : Clocked(name, clock), channel_(channel), config_space_(config_space) {
    SC_HAS_PROCESS(Initiator);
    channel_.request.set_consumer(*this);
    SC_METHOD(on_clock);
    sensitive << clock.edge();
    dont_initialize();
    SC_METHOD(on_wire_change);
    sensitive << pins.gnt;
    dont_initialize();
}

void Initiator::on_clock() {
    if (woken()) return;
    const Levels& bus = pins.bus->read();
    next_ = Levels{};
    latency_timer_.tick();
    switch (state_) {
        case State::Idle:
            idle(bus);
            break;
        case State::Request:
            request(bus);
            break;
        case State::Address:
            address();
            break;
        case State::Data:
            data(bus);
            break;
        case State::Backoff:
            if (--clocks_ == 0) state_ = State::Request, pins.req->write(true);
            break;
    }
    const bool settled = launch();
    if (state_ == State::Idle && settled && !channel_.request.has_item()) sleep();
}

bool Initiator::launch() {
    // PAR follows AD and C/BE# by one clock, driven by whoever drove them.
    if (out_.enabled & kEnAd) {
        const auto wires = static_cast<std::uint8_t>(out_address_ ? out_.cbe : ~out_.cbe);
        next_.drive(kEnPar).par = even_parity(out_.ad, wires);
    }
    out_address_ = state_ == State::Address || (state_ == State::Request && stepped_);
    if (next_ == out_) return true;
    pins.drive->write(out_ = next_);
    return false;
}

void Initiator::idle(const Levels& bus) {
    if (channel_.request.has_item() && !channel_.response.full()) {
        burst_ = channel_.request.item();
        channel_.request.take();
        burst_.times = {};
        burst_.times.req = next_edge();
        index_ = 0;
        state_ = State::Request;
        pins.req->write(true);
    }
    // A parked agent keeps AD and C/BE# from floating.
    if (pins.gnt->read() && bus.idle()) next_.drive(kEnAd).drive(kEnCbe);
}

void Initiator::request(const Levels& bus) {
    if (!pins.gnt->read() || !bus.idle()) {
        stepped_ = false;
        return;
    }
    if (burst_.times.gnt == 0) burst_.times.gnt = core::now_fs();
    drive_address();
    if (is_config(burst_.command) && !stepped_) {
        stepped_ = true;
        return;
    }
    stepped_ = false;
    next_.drive(kEnFrame).frame = true;
    if (index_ == 0) burst_.times.frame = next_edge();
    state_ = State::Address;
    latency_timer_.start(config_space_ ? config_space_->latency_timer() : kNoTimer);
    pins.req->write(false);
}

void Initiator::drive_address() {
    next_.drive(kEnAd).ad = burst_.address + 4 * index_;
    next_.drive(kEnCbe).cbe = static_cast<std::uint8_t>(burst_.command);
}

void Initiator::address() {
    state_ = State::Data;
    attempt_first_ = index_;
    clocks_ = 0;
    devsel_seen_ = ending_ = abort_ = false;
    drive_phase();
    next_.drive(kEnFrame).frame = index_ + 1 < burst_.dwords;
}

std::uint8_t Initiator::enables(unsigned index) const {
    if (index == 0) return burst_.first_enables;
    return index + 1 == burst_.dwords ? burst_.last_enables : 0xF;
}

void Initiator::drive_phase() {
    next_.drive(kEnIrdy).irdy = true;
    next_.drive(kEnCbe).cbe = enables(index_);
    if (write()) next_.drive(kEnAd).ad = burst_.data[index_];
}

void Initiator::data(const Levels& bus) {
    if (!out_.irdy) {  // IRDY# was driven high for one clock: all is released
        complete(burst_.status);
        return;
    }
    devsel_seen_ |= bus.devsel;
    const bool moved = bus.trdy && !abort_;
    if (moved) {
        if (index_ == 0) burst_.times.first_data = core::now_fs();
        burst_.times.last_data = core::now_fs();
        if (!write()) burst_.data[index_] = bus.ad;
        ++index_;
        ++stats_.dwords;
    } else {
        ++stats_.wait_clocks;
    }
    const bool last = !out_.frame;
    if ((moved && last) || ((bus.stop || abort_) && last)) {
        if (bus.stop && !moved && !bus.devsel) burst_.status = BurstStatus::TargetAbort;
        end_transaction();
    } else if (bus.stop || abort_) {
        stopped(bus);
    } else if (!devsel_seen_ && ++clocks_ >= kDevselClocks) {
        abort_ = true;
        burst_.status = BurstStatus::MasterAbort;
        if (last)
            end_transaction();
        else
            stopped(bus);
    } else {
        drive_phase();
        const bool give_up = latency_timer_.expired() && !pins.gnt->read();
        ending_ |= give_up;
        next_.drive(kEnFrame).frame = out_.frame && !(moved && (ending_ || index_ + 1 == burst_.dwords));
    }
}

void Initiator::stopped(const Levels& bus) {
    // One more clock with IRDY# asserted and FRAME# high tells the target that the transaction ends.
    if (!bus.devsel && bus.stop) burst_.status = BurstStatus::TargetAbort;
    next_.drive(kEnIrdy).irdy = true;
    next_.drive(kEnFrame).frame = false;
    const unsigned shown = index_ < burst_.dwords ? index_ : index_ - 1;
    next_.drive(kEnCbe).cbe = enables(shown);
    if (write()) next_.drive(kEnAd).ad = burst_.data[shown];
}

void Initiator::end_transaction() {
    next_.drive(kEnIrdy).irdy = false;
    const bool finished_now = index_ == burst_.dwords;
    if (finished_now) burst_.status = BurstStatus::Done;
    if (finished_now || burst_.status != BurstStatus::Pending) return;  // data() completes in the next clock
    if (index_ == attempt_first_) {
        ++stats_.retries, ++burst_.times.retries;
    } else {
        ++stats_.disconnects, ++burst_.times.disconnects;
    }
    state_ = State::Backoff;
    clocks_ = kBackoffClocks;
}

void Initiator::complete(BurstStatus status) {
    if (status != BurstStatus::Done && !write()) {
        for (unsigned i = index_; i < burst_.dwords; ++i) burst_.data[i] = ~0u;
    }
    if (status == BurstStatus::MasterAbort) {
        ++stats_.master_aborts;
        if (config_space_) config_space_->set_status(0x2000);
    } else if (status == BurstStatus::TargetAbort) {
        ++stats_.target_aborts;
        if (config_space_) config_space_->set_status(0x1000);
    }
    ++stats_.bursts;
    channel_.response.post(burst_);
    finished(burst_);
    state_ = State::Idle;
}

void Initiator::describe(core::StatsVisitor& v) const {
    v.counter("bursts", stats_.bursts, "bursts", "Bursts completed.");
    v.counter("dwords", stats_.dwords, "dwords", "Dwords moved.");
    v.counter("wait_clocks", stats_.wait_clocks, "clocks", "Clocks with IRDY# asserted and nothing moved.");
    v.counter("retries", stats_.retries, "events", "Transactions the target asked to be repeated.");
    v.counter("disconnects", stats_.disconnects, "events", "Transactions ended early, to be continued.");
    v.counter("master_aborts", stats_.master_aborts, "events", "Transactions nobody claimed.");
    v.counter("target_aborts", stats_.target_aborts, "events", "Transactions the target aborted.");
}

}  // namespace niclab::pci
