#include "eisa/master.h"

#include <stdexcept>

namespace niclab::eisa {

namespace {

constexpr std::uint32_t kPage = 1024;

unsigned checked_slot(unsigned slot, const MasterConfig& config) {
    if (slot < 1 || slot >= Bus::kSlots) throw std::invalid_argument("slot: out of range; expected 1 to 15");
    if (config.rest_clocks < 1 || config.rest_clocks > 255)
        throw std::invalid_argument("rest_clocks: out of range; expected 1 to 255");
    return slot;
}

}  // namespace

Master::Master(sc_core::sc_module_name name, core::Clock& halves, Bus& bus, unsigned slot, const std::string& agent,
               bus::DmaChannel& channel, const MasterConfig& config)
    : Clocked(name, halves),
      channel_(channel),
      mreq_(bus.mreq(checked_slot(slot, config))),
      slot_(slot),
      config_(config) {
    bus.attach(pins, agent);
    call_at_edges<&Master::on_half>(*this);
    channel.request.set_consumer(*this);
}

void Master::on_half() {
    const Levels& bus = pins.sampled();
    if (state_ == State::Idle) {
        if (!channel_.request.has_item()) return sleep();
        return ask();
    }
    if (state_ == State::Resting) {  // An idle bus has no BCLK to count.
        if (++rested_ >= 2 * config_.rest_clocks) state_ = State::Idle;
        return;
    }
    if (bus.bclk)
        fall(bus);
    else
        rise(bus);
    pins.put(out_);
}

void Master::ask() {
    burst_ = channel_.request.item();
    channel_.request.take();
    burst_.status = bus::BurstStatus::Pending;
    burst_.times = {};
    burst_.times.req = core::now_fs();
    mreq_.write(true);
    state_ = State::Asking;
    dword_ = 0;
}

unsigned Master::enables_of(unsigned dword) const {
    return dword == 0 ? burst_.first_enables : dword + 1 == burst_.dwords ? burst_.last_enables : 0xFu;
}

bool Master::goes_on() const {
    return config_.bursts && slave_bursts_ && !last() && address_of(dword_ + 1) % kPage != 0;
}

void Master::fall(const Levels& bus) {
    switch (state_) {
        case State::Asking:
            if ((bus.mak >> slot_ & 1u) == 0) return;
            ++tenures_;
            burst_.times.gnt = core::now_fs();
            put_address();
            state_ = State::Address;
            return;
        case State::Start:
            return put_data();
        case State::Transfer:
            ready_ = bus.ready;
            waits_ += !ready_;
            if (!ready_) return;
            out_.msburst = goes_on();
            if (last()) return;
            out_.la = address_of(dword_ + 1);
            if (out_.msburst) out_.be = std::uint8_t(enables_of(dword_ + 1));
            return;
        case State::Leaving:
            return leave();
        default:
            return;
    }
}

void Master::rise(const Levels& bus) {
    switch (state_) {
        case State::Address:
            out_.start = true;
            out_.be = std::uint8_t(enables_of(dword_));
            out_.write = write();
            ++starts_;
            if (burst_.times.frame == 0) burst_.times.frame = core::now_fs();
            state_ = State::Start;
            return;
        case State::Start:
            return first_rise(bus);
        case State::Transfer:
            if (ready_) take(bus);
            return;
        default:
            return;
    }
}

void Master::put_address() {
    out_.enabled = kAddress;
    out_.memory = true;
    out_.la = address_of(dword_);
}

void Master::put_data() {
    out_.enabled = std::uint8_t(kAddress | (write() ? kData : 0));
    out_.data = write() ? burst_.data[dword_] : 0;
}

/// The end of START#: which slave answers, and how.
void Master::first_rise(const Levels& bus) {
    out_.start = false;
    slave_bursts_ = bus.slburst;
    ready_ = false;
    state_ = State::Transfer;
    if (bus.ex32) return;
    ++unanswered_;
    burst_.status = bus::BurstStatus::MasterAbort;
    burst_.dwords = std::uint8_t(dword_ + 1);  // CMD# is the board's: the master must wait for it.
}

/// A transfer ends.
void Master::take(const Levels& bus) {
    ++transfers_;
    burst_.times.last_data = core::now_fs();
    if (burst_.times.first_data == 0) burst_.times.first_data = core::now_fs();
    if (!write()) burst_.data[dword_] = bus.data;
    ready_ = false;
    if (last()) {
        state_ = State::Leaving;
        return;
    }
    ++dword_;
    if (out_.msburst) return put_data();
    out_.start = true;
    out_.be = std::uint8_t(enables_of(dword_));
    ++starts_;
    state_ = State::Start;
}

void Master::leave() {
    out_ = Levels{};
    mreq_.write(false);
    if (burst_.status == bus::BurstStatus::Pending) burst_.status = bus::BurstStatus::Done;
    channel_.response.post(burst_);
    state_ = State::Resting;
    rested_ = 0;
}

void Master::describe(core::StatsVisitor& v) const {
    v.counter("tenures", tenures_, "events", "Tenures of the bus master.");
    v.counter("starts", starts_, "cycles", "START# pulses of the bus master: bursts and single dwords.");
    v.counter("transfers", transfers_, "dwords", "Dwords transferred by the bus master.");
    v.counter("wait_clocks", waits_, "clocks", "Wait states of these cycles in BCLK clocks, requested with EXRDY.");
    v.counter("unanswered", unanswered_, "events", "Bursts that no 32-bit memory answered.");
}

}  // namespace niclab::eisa
