#include "isa/master.h"

#include <algorithm>
#include <stdexcept>

namespace niclab::isa {

namespace {

constexpr unsigned kSetUpClocks = 3, kHoldClocks = 1, kReadyClocks = 4, kBothOctets = 3, kOddOctet = 2;

void check(unsigned value, unsigned least, unsigned most, const char* key) {
    if (value < least || value > most)
        throw std::invalid_argument(std::string(key) + ": out of range; expected " + std::to_string(least) + " to " +
                                    std::to_string(most));
}

const MasterConfig& checked(const MasterConfig& c) {
    check(c.channel, 0, Bus::kChannels - 1, "channel");
    check(c.settle_clocks, 5, 64, "settle_clocks");
    check(c.command_clocks, 3, 6, "command_clocks");
    check(c.rest_clocks, 1, 255, "rest_clocks");
    check(c.patience_clocks, 16, 65535, "patience_clocks");
    return c;
}

}  // namespace

Master::Master(sc_core::sc_module_name name, core::Clock& clock, Bus& bus, const std::string& agent,
               bus::DmaChannel& channel, const MasterConfig& config)
    : Clocked(name, clock), channel_(channel), drq_(bus.drq(checked(config).channel)), config_(config) {
    bus.attach(pins, agent);
    call_at_edges<&Master::on_clock>(*this);
    channel.request.set_consumer(*this);
}

void Master::on_clock() {
    ++clocks_;
    switch (state_) {
        case State::Idle:
            if (channel_.request.has_item()) return ask();
            return sleep();
        case State::Asking:
            return wait_for_grant();
        case State::Settling:
            if (clocks_ >= config_.settle_clocks) next_cycle();
            return;
        case State::SetUp:
            if (clocks_ >= kSetUpClocks) run_command();
            return;
        case State::Command:
            return end_cycle();
        case State::Hold:
            if (clocks_ >= kHoldClocks) ++word_, next_cycle();
            return;
        case State::Resting:
            if (acknowledged()) clocks_ = 0;
            if (clocks_ >= config_.rest_clocks) state_ = State::Idle;
            return;
    }
}

void Master::ask() {
    burst_ = channel_.request.item();
    channel_.request.take();
    burst_.times = {};
    burst_.times.req = core::now_fs();
    drq_.write(true);
    state_ = State::Asking, clocks_ = word_ = 0;
}

void Master::wait_for_grant() {
    if (acknowledged()) {
        ++tenures_;
        burst_.times.gnt = core::now_fs();
        out_.master = true;
        pins.put(out_);
        state_ = State::Settling, clocks_ = 0;
    } else if (clocks_ >= config_.patience_clocks) {
        ++unanswered_;
        burst_.data.fill(~0u);
        leave(bus::BurstStatus::MasterAbort);
    }
}

/// Bit 0 is the even octet.
unsigned Master::enables_of(unsigned word) const {
    const unsigned dword = word / 2;
    const unsigned enables = dword == 0                   ? burst_.first_enables
                             : dword + 1 == burst_.dwords ? burst_.last_enables
                                                          : 0xFu;
    return enables >> 2 * (word % 2) & kBothOctets;
}

void Master::next_cycle() {
    while (word_ < 2u * burst_.dwords && enables_of(word_) == 0) ++word_;
    if (word_ < 2u * burst_.dwords) return begin_cycle(enables_of(word_));
    burst_.times.last_data = core::now_fs();
    leave(bus::BurstStatus::Done);
}

void Master::begin_cycle(unsigned enables) {
    const std::uint32_t at = address() + (enables == kOddOctet ? 1 : 0);
    if (cycles_++, burst_.times.frame == 0) burst_.times.frame = core::now_fs();
    out_.la = std::uint8_t(at >> 17), out_.sa = at & 0xFFFFFu;
    out_.sbhe = (enables & kOddOctet) != 0;
    out_.enabled = std::uint8_t(kCommand | (write() ? enables : 0));  // kLow and kHigh are those bits, too
    out_.sd = 0;
    if (write())
        out_.sd = std::uint16_t((burst_.data[word_ / 2] >> 16 * (word_ % 2)) &
                                ((enables & 1u ? 0x00FFu : 0u) | (enables & 2u ? 0xFF00u : 0u)));
    pins.put(out_);
    state_ = State::SetUp, clocks_ = 0;
}

void Master::run_command() {
    (write() ? out_.memw : out_.memr) = true;
    pins.put(out_);
    state_ = State::Command, clocks_ = 0;
    ends_ = config_.command_clocks;
}

void Master::end_cycle() {
    const Levels& bus = pins.sampled();
    if (!bus.ready) ends_ = std::max(ends_, clocks_ + kReadyClocks);
    if (clocks_ < ends_) {
        waits_ += clocks_ >= config_.command_clocks;
        return;
    }
    if (burst_.times.first_data == 0) burst_.times.first_data = core::now_fs();
    if (!write()) {
        const unsigned shift = 16 * (word_ % 2);
        std::uint32_t& dword = burst_.data[word_ / 2];
        dword = (dword & ~(0xFFFFu << shift)) | std::uint32_t{bus.sd} << shift;
    }
    out_.memr = out_.memw = false;
    pins.put(out_);
    state_ = State::Hold, clocks_ = 0;
}

void Master::leave(bus::BurstStatus status) {
    out_ = Levels{};
    pins.put(out_);
    drq_.write(false);
    burst_.status = status;
    channel_.response.post(burst_);
    state_ = State::Resting, clocks_ = 0;
}

void Master::describe(core::StatsVisitor& v) const {
    v.counter("tenures", tenures_, "events", "Tenures of the bus master.");
    v.counter("cycles", cycles_, "cycles", "Memory cycles of the bus master.");
    v.counter("wait_clocks", waits_, "clocks",
              "Wait states of these cycles in clocks of the card, requested with IOCHRDY.");
    v.counter("unanswered", unanswered_, "events", "Bus requests that the master withdrew.");
}

}  // namespace niclab::isa
