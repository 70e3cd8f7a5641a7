#include "isa/controller.h"

namespace niclab::isa {

namespace {

constexpr unsigned kEndWord = 6, kEndOctet = 12, kEndFastWord = 4, kEndFastOctet = 6, kRefreshEnds = 8, kNextCycle = 2;
constexpr std::uint32_t kRows = 256;

}  // namespace

Controller::Controller(sc_core::sc_module_name name, core::Clock& halves, Bus& bus, const ControllerConfig& config)
    : BoardController(name, halves, config.refresh_halves, 16),
      bus_(bus),
      recovery_halves_(2 * config.io_recovery_clocks) {
    if (config.io_recovery_clocks > ControllerConfig::kMostRecovery)
        throw std::invalid_argument("io_recovery_clocks: out of range; expected 0 to 16");
    bus.attach(pins, "board");
    call_at_edges<&Controller::on_half>(*this);
    cpu.request.set_consumer(*this);
}

void Controller::before_end_of_elaboration() { wake_with(bus_.drqs()); }

void Controller::on_half() {
    ++half_;
    const bool idle = state_ == State::Idle;
    switch (state_) {
        case State::Idle:
            out_.enabled = 0, out_.sd = 0;  // data of a write are held until here
            break;
        case State::Cpu:
            run_cycle();
            break;
        case State::Refresh:
            run_refresh();
            break;
        case State::Master:
            run_master();
            break;
    }
    if (state_ == State::Idle && clock().cycle() % 2 == 0) arbitrate();
    pins.put(out_);
    busy_halves_ += state_ != State::Idle;
    if (idle && state_ == State::Idle && !cpu.request.has_item() && !refresh_due_ && requests() == 0) sleep();
}

unsigned Controller::requests() const {
    unsigned bits = 0;
    for (unsigned n = 0; n < Bus::kChannels; ++n)
        if (bus_.drqs()[n] && bus_.drqs()[n]->read()) bits |= 1u << n;
    return answered_ ? bits & answered_->read() : bits;
}

void Controller::arbitrate() {
    half_ = 0;
    if (refresh_due_) {
        state_ = State::Refresh;
        refresh_due_ = false;
        ++refreshes_;
        out_ = Levels{};
        out_.refresh = out_.aen = true;
        out_.sa = row_++ % kRows;
        return;
    }
    if (const unsigned asked = requests()) {
        state_ = State::Master;
        ++grants_;
        out_ = Levels{};
        out_.aen = true;
        out_.dack = std::uint8_t(1u << __builtin_ctz(asked));
        return;
    }
    if (!cpu.request.has_item()) return;
    const Access access = cpu.request.item();
    if (access.space == Space::Port && clock().cycle() < recovered_at_) return;
    cpu.request.take();
    second_ = false;
    begin_cycle(access);
}

void Controller::begin_cycle(const Access& access) {
    access_ = access;
    state_ = State::Cpu;
    half_ = 0;
    wide_ = false;
    end_ = kEndOctet;
    ++cycles_;
    out_.la = std::uint8_t(access.address >> 17);
}

void Controller::run_cycle() {
    const Levels& bus = pins.sampled();
    if (half_ == 1) {
        out_.sa = access_.address & 0xFFFFFu;
        out_.sbhe = access_.word || (access_.address & 1u) != 0;
        out_.bale = true;
        out_.enabled = std::uint8_t(kCommand | (access_.write ? kLow | kHigh : 0));
        // An octet is driven on both halves: an 8-bit slave reads it from SD[7:0] at any address.
        const unsigned octet = access_.data & 0xFFu;
        out_.sd = !access_.write ? std::uint16_t{0} : access_.word ? access_.data : std::uint16_t(octet << 8 | octet);
    }
    if (half_ == 2) {
        out_.bale = false;
        wide_ = memory() && bus.memcs16;
        if (wide_) end_ = kEndWord;
    }
    if (half_ == (wide_ && memory() ? 2 : 3)) command(true);
    if (half_ == 4 && !memory() && bus.iocs16) wide_ = true, end_ = kEndWord;
    const unsigned fast = wide_ && memory() ? kEndFastWord : kEndFastOctet;
    if (half_ + 1 == fast && fast < end_ && bus.zero_ws && bus.ready) end_ = fast;
    if (half_ + 2 == end_ && !bus.ready) end_ += 2, ++waits_;
    if (half_ == end_) end_cycle();
}

void Controller::command(bool on) {
    if (memory())
        (access_.write ? out_.memw : out_.memr) = on;
    else
        (access_.write ? out_.iow : out_.ior) = on;
}

/// A slave of 16 bits has odd octets on SD[15:8].
std::uint16_t Controller::read_octets() const {
    const std::uint16_t sd = pins.sampled().sd;
    if (wide_ && access_.word) return sd;
    return wide_ && (access_.address & 1u) ? std::uint16_t(sd >> 8) : std::uint16_t(sd & 0xFFu);
}

void Controller::end_cycle() {
    Access done = access_;
    if (!access_.write) done.data = read_octets();
    command(false);
    if (access_.word && !wide_) {
        ++conversions_;
        first_ = std::uint8_t(done.data);
        second_ = true;
        begin_cycle({access_.space, access_.write, false, access_.address + 1, std::uint16_t(access_.data >> 8)});
        return;
    }
    if (second_) done.data = std::uint16_t(done.data << 8 | first_);
    state_ = State::Idle;
    if (!memory()) recovered_at_ = clock().cycle() + kNextCycle + recovery_halves_;
    cpu.response.post(done);
}

void Controller::run_refresh() {
    if (half_ == 3) out_.memr = true;
    if (half_ + 1 == kRefreshEnds) out_.memr = false;
    if (half_ < kRefreshEnds) return;
    out_ = Levels{};
    state_ = State::Idle;
}

void Controller::run_master() {
    const Levels& bus = pins.sampled();
    out_.aen = !bus.master;
    if ((requests() & out_.dack) != 0 || bus.master) return;
    out_ = Levels{};
    state_ = State::Idle;
}

void Controller::describe(core::StatsVisitor& v) const {
    v.counter("cycles", cycles_, "cycles", "Cycles of the CPU. A converted word counts as two.");
    v.counter("conversions", conversions_, "words", "Words converted to two cycles for 8-bit slaves.");
    v.counter("wait_clocks", waits_, "clocks", "Wait states in BCLK clocks, requested with IOCHRDY.");
    v.counter("refreshes", refreshes_, "events", "Refresh cycles.");
    v.counter("grants", grants_, "events", "Bus grants to masters.");
    v.counter("bclk_busy_half_cycles", busy_halves_, "half cycles",
              "Half cycles of BCLK in which a cycle, a refresh or a master used the bus.");
    v.counter("bclk_half_cycles", clock().cycle(), "half cycles", "Half cycles of BCLK.");
}

}  // namespace niclab::isa
