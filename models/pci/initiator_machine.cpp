#include "pci/initiator_machine.h"

#include <stdexcept>
#include <tuple>

namespace niclab::pci {

namespace {
constexpr unsigned kNoTimer = 255;
constexpr unsigned kResetClocks = 6;  ///< FRAME# is asserted at this edge after RST# rises: five whole clocks.
constexpr unsigned kMostWaits = 7;
}  // namespace

InitiatorMachine::InitiatorMachine(bus::DmaChannel& channel, ConfigSpace* config_space, core::Tap<bus::Burst>& finished)
    : channel_(channel), config_space_(config_space), finished_(finished) {}

void InitiatorMachine::configure(const InitiatorConfig& config) {
    if (config.first_irdy_waits > kMostWaits || config.later_irdy_waits > kMostWaits)
        throw std::invalid_argument("IRDY# waits out of range; expected at most 7 clocks");
    const std::uint32_t octets = config.same_target_octets;
    if (octets < 4 || (octets & (octets - 1)) != 0)
        throw std::invalid_argument("same_target_octets: out of range; expected a power of two from 4");
    config_ = config;
    ++configurations_;
}

bool InitiatorMachine::clock(const InitiatorSample& in) {
    in_ = &in;
    if (in_reset_) return reset_clock(), false;
    next_ = Levels{};
    latency_timer_.tick();
    if (hold_off_ > 0) --hold_off_;
    if (written_ != 0 || was_read_) check_parity(in.bus);
    step(in.bus);
    return launch();
}

void InitiatorMachine::step(const Levels& bus) {
    switch (state_) {
        case State::Idle:
            return idle(bus);
        case State::Request:
            return request(bus);
        case State::DualAddress:
            drive_address(true);
            next_.drive(kEnFrame).frame = true;
            state_ = State::Address;
            return;
        case State::Address:
            return begin_data();
        case State::Data:
            return data(bus);
        case State::End:
            return finish();
        case State::Backoff:
            if (--clocks_ == 0) state_ = State::Request, req_ = true;
            return;
    }
}

bool InitiatorMachine::idle_until_asked(bool gnt) const {
    if (in_reset_) return state_ != State::End && !channel_.request.has_item();
    // With the grant it stays awake until it is parked, which a busy bus may delay.
    const bool to_park = gnt && !(out_.enabled & kEnAd);
    return state_ == State::Idle && !channel_.request.has_item() && hold_off_ == 0 && written_ == 0 && !to_park;
}

bool InitiatorMachine::waits_for_bus() const {
    if (in_reset_ || hold_off_ > 0 || written_ != 0 || was_read_) return false;
    return state_ == State::Request || (state_ == State::Idle && !channel_.request.has_item());
}

bool InitiatorMachine::is_idle() const {
    if (in_reset_ || hold_off_ > 0 || was_read_ || fault_ || out_fault_ || out_address_) return false;
    return state_ == State::Request || (state_ == State::Idle && channel_.request.vacant());
}

unsigned InitiatorMachine::latency_clocks() const { return config_space_ ? config_space_->latency_timer() : kNoTimer; }

bool InitiatorMachine::launch() {
    // PAR follows AD and C/BE# by one clock, with the same driver.
    if (out_.enabled & kEnAd) {
        const auto wires = static_cast<std::uint8_t>(out_address_ ? out_.cbe : ~out_.cbe);
        next_.drive(kEnPar).par = even_parity(out_.ad, wires) != (out_fault_ && !parity_fault.upper());
    }
    if (out_.enabled64 & kEnAdHigh) {
        const auto wires = static_cast<std::uint8_t>(out_address_ ? out_.cbe_high : ~out_.cbe_high);
        next_.drive64(kEnPar64).par64 = even_parity(out_.ad_high, wires) != (out_fault_ && parity_fault.upper());
    }
    if (out_.perr && !next_.perr) next_.drive(kEnPerr);  // High for one clock before it is released.
    out_address_ = state_ == State::Address || state_ == State::DualAddress || (state_ == State::Request && stepped_);
    out_fault_ = fault_;
    if (next_ == out_) return false;
    out_ = next_;
    return true;
}

void InitiatorMachine::reset(bool asserted) {
    in_reset_ = asserted;
    if (!in_reset_) {
        hold_off_ = kResetClocks;
        return;
    }
    if (state_ != State::Idle) burst_.status = bus::BurstStatus::Reset, state_ = State::End;
    written_ = mine_ = 0;
    was_read_ = stepped_ = fault_ = out_fault_ = out_address_ = false;
    early_req_ = 0;
    out_ = next_ = Levels{};
    req_ = false;
    if (config_space_) config_space_->reset();
}

void InitiatorMachine::reset_clock() {
    if (state_ == State::End) return finish();
    if (!channel_.request.has_item()) return;
    accept();
    burst_.status = bus::BurstStatus::Reset;
    state_ = State::End;
}

void InitiatorMachine::idle(const Levels& bus) {
    if (can_accept()) {
        accept();
        state_ = State::Request;
        req_ = true;
    }
    // A parked agent keeps AD and C/BE# from floating.
    if (in_->gnt && bus.idle()) next_.drive(kEnAd).drive(kEnCbe);
}

bool InitiatorMachine::can_accept() const {
    const bool enabled = !config_space_ || config_space_->masters();
    return channel_.request.has_item() && !channel_.response.full() && enabled;
}

void InitiatorMachine::accept() {
    burst_ = channel_.request.item();
    channel_.request.take();
    burst_.status = bus::BurstStatus::Pending;
    burst_.parity_error = false;
    burst_.times = {};
    burst_.times.req = early_req_ != 0 ? early_req_ : in_->next;
    early_req_ = 0;
    index_ = 0;
    mine_ = 0;
}

void InitiatorMachine::request(const Levels& bus) {
    if (!in_->gnt || !bus.idle() || hold_off_ > 0) {
        stepped_ = false;
        return;
    }
    if (bus::is_config(burst_.command) && !stepped_) {
        if (burst_.times.gnt == 0) burst_.times.gnt = in_->at;
        command_ = burst_.command;
        drive_address();
        stepped_ = true;
        return;
    }
    stepped_ = false;
    start_transaction();
}

void InitiatorMachine::start_transaction() {
    if (burst_.times.gnt == 0) burst_.times.gnt = in_->at;
    command_ = choose_command();
    drive_address();
    fault_ = parity_fault.next();
    next_.drive(kEnFrame).frame = true;
    req64_ = asks_for_64();
    width_ = req64_ ? 2 : 1;
    if (req64_) next_.drive64(kEnReq64).drive64(kEnAdHigh).drive64(kEnCbeHigh).req64 = true;
    if (index_ == 0) burst_.times.frame = in_->next;
    state_ = burst_.address_high != 0 ? State::DualAddress : State::Address;
    latency_timer_.start(latency_clocks());
    req_ = false;
}

unsigned InitiatorMachine::cache_line_dwords() const {
    if (!config_space_) return config_.cache_line_dwords;
    return config_space_->invalidates() ? config_space_->cache_line_dwords() : 0;
}

bus::Command InitiatorMachine::choose_command() const {
    if (burst_.command != bus::Command::MemoryWriteAndInvalidate) return burst_.command;
    // Only whole lines; the rest of a burst that was disconnected inside a line is not one.
    const unsigned line = cache_line_dwords(), left = burst_.dwords - index_;
    const bool whole = line != 0 && (burst_.address / 4 + index_) % line == 0 && left % line == 0;
    const bool all_octets = burst_.first_enables == 0xF && (burst_.dwords == 1 || burst_.last_enables == 0xF);
    return whole && all_octets ? burst_.command : bus::Command::MemoryWrite;
}

bool InitiatorMachine::asks_for_64() const {
    const bool able = config_.wide && in_->wide && bus::is_memory(command_) && burst_.address_high == 0;
    return able && (burst_.address + 4 * index_) % 8 == 0 && burst_.dwords - index_ >= 2;
}

void InitiatorMachine::drive_address(bool second) {
    const bool dual = burst_.address_high != 0 && !second;
    next_.drive(kEnAd).ad = second ? burst_.address_high : burst_.address + 4 * index_;
    next_.drive(kEnCbe).cbe = static_cast<std::uint8_t>(dual ? bus::Command::DualAddressCycle : command_);
}

void InitiatorMachine::finish() {
    const bool held = config_.hold_for_parity && write() && written_ != 0;
    if (!held && !channel_.response.full()) complete();
}

void InitiatorMachine::complete() {
    if (burst_.status != bus::BurstStatus::Done && !write()) {
        for (unsigned i = index_; i < burst_.dwords; ++i) burst_.data[i] = ~0u;
    }
    std::uint16_t status = 0;
    if (burst_.status == bus::BurstStatus::MasterAbort) ++stats_.master_aborts, status = kStatusReceivedMasterAbort;
    if (burst_.status == bus::BurstStatus::TargetAbort) ++stats_.target_aborts, status = kStatusReceivedTargetAbort;
    if (config_space_ && status != 0) config_space_->set_status(status);
    state_ = State::Idle;
    channel_.response.post(burst_);
    if (burst_.status == bus::BurstStatus::Reset) {
        ++stats_.resets;
        return;
    }
    ++stats_.bursts;
    finished_(in_->at, burst_);
}

bool InitiatorMachine::begins_plain_data() const {
    const bool faults = parity_fault.armed() || fault_ || out_fault_;
    return state_ == State::Data && !faults && !config_.fast_back_to_back && hold_off_ == 0 && written_ == 0 &&
           !was_read_ && burst_.address_high == 0 && early_req_ == 0 && bus::is_memory(command_);
}

bool InitiatorState::operator==(const InitiatorState& o) const {
    static_assert(sizeof(InitiatorState) == 96, "a new member is compared here, unless it is data or their parity");
    const auto all = [](const InitiatorState& s) {
        return std::tie(s.state_, s.command_, s.index_, s.attempt_first_, s.clocks_, s.wait_, s.hold_off_, s.irdy_,
                        s.frame_, s.width_, s.req64_, s.devsel_seen_, s.stepped_, s.abort_, s.ending_, s.stopped_,
                        s.in_reset_, s.req_, s.early_req_, s.latency_timer_, s.written_, s.mine_, s.was_read_,
                        s.check_par64_, s.fault_, s.out_fault_, s.out_address_);
    };
    return all(*this) == all(o) && out_.without_data() == o.out_.without_data();
}

}  // namespace niclab::pci
