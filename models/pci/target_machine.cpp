#include "pci/target_machine.h"

#include <algorithm>
#include <stdexcept>
#include <tuple>

namespace niclab::pci {

namespace {
constexpr unsigned kFewestFirstDataClocks = 4;  ///< A slow target drives DEVSEL# then.
}  // namespace

TargetMachine::TargetMachine(ConfigSpace& config_space, unsigned slot)
    : config_space_(&config_space), slot_(slot), ports_(6, nullptr) {}

TargetMachine::TargetMachine(std::uint32_t octets, bus::TargetPort& port) : fixed_octets_(octets), ports_{&port} {}

void TargetMachine::configure(const TargetConfig& config) {
    if (config.first_data_clocks < kFewestFirstDataClocks)
        throw std::invalid_argument("first_data_clocks: out of range; expected at least 4");
    config_ = config;
    ++configurations_;
    if (config_space_) config_space_->set_devsel(config.devsel);
}

bool TargetMachine::capable_66mhz() const {
    return config_space_ ? config_space_->identity().capable_66mhz : config_.capable_66mhz;
}

bool TargetMachine::clock(const TargetSample& in) {
    if (in_reset_) return false;
    wide_bus_ = in.wide;
    next_ = Levels{};
    if (check_ != Check::None) check_parity(in.bus);
    step(in.bus);
    frame_ = in.bus.frame;
    return launch(in.bus);
}

bool TargetMachine::idle(const Levels& bus) const {
    return in_reset_ || (state_ == State::Idle && out_.enabled == 0 && bus.idle());
}

void TargetMachine::step(const Levels& bus) {
    switch (state_) {
        case State::Idle:
        case State::Release:
            state_ = State::Idle;
            if (bus.frame && !frame_) address_phase(bus);
            return;
        case State::NotMine:
            if (bus.frame && !frame_)
                address_phase(bus);
            else if (bus.idle())
                state_ = State::Idle;
            return;
        case State::DualAddress:
            expect_address(bus);
            state_ = State::NotMine;
            return;
        case State::Decode:
            return decode(bus);
        case State::Wait:
            --left_;
            return wait_for_data(bus);
        case State::Ready:
            return data_phase(bus);
        case State::Stop:
            return hold_stop(bus);
    }
}

void TargetMachine::reset(bool asserted) {
    in_reset_ = asserted;
    if (!in_reset_) return;
    state_ = State::Idle;
    check_ = Check::None;
    frame_ = fault_ = out_fault_ = false;
    out_ = next_ = Levels{};
    if (config_space_) config_space_->reset();
}

bool TargetMachine::launch(const Levels& bus) {
    // PAR of read data: one clock after the data, over the byte enables that the initiator drove
    // with it.
    if (out_.enabled & kEnAd)
        next_.drive(kEnPar).par =
            even_parity(out_.ad, static_cast<std::uint8_t>(~bus.cbe)) != (out_fault_ && !parity_fault.upper());
    if (out_.enabled64 & kEnAdHigh)
        next_.drive64(kEnPar64).par64 =
            even_parity(out_.ad_high, static_cast<std::uint8_t>(~bus.cbe_high)) != (out_fault_ && parity_fault.upper());
    if (out_.perr && !next_.perr) next_.drive(kEnPerr);  // High for one clock before it is released.
    out_fault_ = fault_;
    if (next_ == out_) return false;
    out_ = next_;
    return true;
}

void TargetMachine::address_phase(const Levels& bus) {
    state_ = bus.cbe == static_cast<std::uint8_t>(bus::Command::DualAddressCycle) ? State::DualAddress : State::NotMine;
    expect_address(bus);
    if (!claim(bus)) return;
    ++stats_.transactions;
    moved_ = 0;
    fault_ = aborting_ = false;
    linear_ = !bus::is_memory(access_.command) || (bus.ad & 3u) == 0;
    const bool wide = config_.wide && wide_bus_ && bus.req64 && bus::is_memory(access_.command) && linear_;
    width_ = wide && port_->bursts() ? 2 : 1;
    answer_ = port_ ? port_->begin(access_) : bus::TargetPort::Answer{};
    wait_ = answer_.wait_clocks;
    left_ = config_.first_data_clocks;
    decode_ = static_cast<unsigned>(config_.devsel);
    state_ = State::Decode;
    decode(bus);
}

bool TargetMachine::claim(const Levels& bus) {
    const auto command = static_cast<bus::Command>(bus.cbe);
    access_ = {command, bus.ad, bus.ad & ~3u, 0, 0xF};
    port_ = nullptr;
    if (fixed_octets_ != 0) {
        port_ = ports_[0];
        window_octets_ = fixed_octets_;
        return bus::is_memory(command) && bus.ad < fixed_octets_;
    }
    if (bus::is_config(command)) {
        access_.offset = bus.ad & 0xFC;
        return (bus.ad & 0x703u) == 0 && (bus.ad >> (bus::kIdselBase + slot_) & 1u) != 0;
    }
    if (!bus::is_memory(command) && !bus::is_io(command)) return false;
    for (unsigned bar = 0; bar < ports_.size(); ++bar)
        if (ports_[bar] && claim_bar(bar, bus.ad, bus::is_io(command))) return true;
    return false;
}

bool TargetMachine::claim_bar(unsigned bar, std::uint32_t address, bool io) {
    std::uint32_t base = 0;
    if (config_space_->is_io(bar) != io || !config_space_->window(bar, base, window_octets_)) return false;
    if (address < base || address - base >= window_octets_) return false;
    access_.offset = (address - base) & ~3u;
    access_.window = bar;
    port_ = ports_[bar];
    return true;
}

void TargetMachine::expect_address(const Levels& bus) {
    check_ = Check::Address;
    expected_par_ = even_parity(bus.ad, bus.cbe);
    check_par64_ = config_.wide && wide_bus_ && bus.req64;
    expected_par64_ = even_parity(bus.ad_high, bus.cbe_high);
}

void TargetMachine::expect_data(const Levels& bus) {
    check_ = Check::Data;
    expected_par_ = even_parity(bus.ad, static_cast<std::uint8_t>(~bus.cbe));
    check_par64_ = width_ == 2;
    expected_par64_ = even_parity(bus.ad_high, static_cast<std::uint8_t>(~bus.cbe_high));
}

void TargetMachine::check_parity(const Levels& bus) {
    const Check what = check_;
    check_ = Check::None;
    if (bus.par == expected_par_ && !(check_par64_ && bus.par64 != expected_par64_)) return;
    ++stats_.parity_errors;
    if (config_space_) config_space_->set_status(kStatusDetectedParityError);
    if (config_space_ && !config_space_->parity_response()) return;
    if (what == Check::Data) {
        next_.drive(kEnPerr).perr = true;
    } else if (!config_space_ || config_space_->serr_enabled()) {
        next_.drive(kEnSerr).serr = true;
        ++stats_.system_errors;
        if (config_space_) config_space_->set_status(kStatusSignaledSystemError);
    }
}

bool TargetMachine::begins_plain_data(unsigned dwords) const {
    const bool faults = parity_fault.armed() || fault_ || out_fault_ || aborting_;
    const bool inside = access_.offset + 4 * dwords < window_octets_;
    return (state_ == State::Decode || state_ == State::Wait) && !faults && port_ != nullptr && linear_ && inside &&
           !answer_.abort && bus::is_memory(access_.command);
}

unsigned TargetMachine::further_wait_clocks() const {
    const bool may_end = answer_.retry || answer_.abort || aborting_ || port_ == nullptr;
    if (state_ != State::Wait || moved_ != 0 || check_ != Check::None || may_end || left_ == 0) return 0;
    return wait_ > 0 ? std::min(wait_, left_ - 1) : left_ - 1;
}

bool TargetState::operator==(const TargetState& o) const {
    static_assert(sizeof(TargetState) == 60, "a new member is compared here, unless it is data or their parity");
    const auto always = [](const TargetState& s) {
        return std::tie(s.state_, s.check_, s.frame_, s.in_reset_, s.fault_, s.out_fault_);
    };
    const auto inside = [](const TargetState& s) {
        return std::tie(s.width_, s.decode_, s.wait_, s.left_, s.moved_, s.aborting_, s.check_par64_);
    };
    const bool between = state_ == State::NotMine || state_ == State::Idle;
    return always(*this) == always(o) && (between || inside(*this) == inside(o)) &&
           out_.without_data() == o.out_.without_data();
}

}  // namespace niclab::pci
