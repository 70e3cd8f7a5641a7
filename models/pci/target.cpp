#include "pci/target.h"

namespace niclab::pci {

namespace {
constexpr unsigned kIdselBase = 11;
}

Target::Target(sc_core::sc_module_name name, core::Clock& clock, ConfigSpace& config_space, unsigned slot)
    : Clocked(name, clock), config_space_(&config_space), slot_(slot), ports_(6, nullptr) {
    construct();
}

Target::Target(sc_core::sc_module_name name, core::Clock& clock, std::uint32_t octets, TargetPort& port)
    : Clocked(name, clock), fixed_octets_(octets), ports_{&port} {
    construct();
}

void Target::construct() {
    SC_HAS_PROCESS(Target);
    SC_METHOD(on_clock);
    sensitive << clock().edge();
    dont_initialize();
    SC_METHOD(on_busy);
    sensitive << pins.busy.pos();
    dont_initialize();
}

void Target::on_clock() {
    if (woken()) return;
    const Levels& bus = pins.bus->read();
    if (check_parity_ && bus.par != expected_par_) ++stats_.parity_errors;
    check_parity_ = false;
    next_ = Levels{};
    switch (state_) {
        case State::Idle:
        case State::Release:
            state_ = State::Idle;
            if (bus.frame && !frame_) address_phase(bus);
            break;
        case State::NotMine:
            if (bus.frame && !frame_)
                address_phase(bus);
            else if (bus.idle())
                state_ = State::Idle;
            break;
        case State::Decode:
        case State::Wait:
            wait_for_data(bus);
            break;
        case State::Ready:
            data_phase(bus);
            break;
        case State::Stop:
            hold_stop(bus);
            break;
    }
    frame_ = bus.frame;
    launch(bus);
    if (state_ == State::Idle && out_.enabled == 0 && bus.idle()) sleep();
}

void Target::launch(const Levels& bus) {
    // PAR of read data: one clock after the data, over the byte enables the initiator drove with it.
    if (out_.enabled & kEnAd) next_.drive(kEnPar).par = even_parity(out_.ad, static_cast<std::uint8_t>(~bus.cbe));
    if (!(next_ == out_)) pins.drive->write(out_ = next_);
}

void Target::address_phase(const Levels& bus) {
    state_ = State::NotMine;
    expected_par_ = even_parity(bus.ad, bus.cbe);
    if (!claim(bus)) return;
    check_parity_ = true;
    ++stats_.transactions;
    state_ = State::Decode;
    answer_ = port_ ? port_->begin(access_) : TargetPort::Answer{};
    wait_ = answer_.wait_clocks;
}

bool Target::claim(const Levels& bus) {
    const auto command = static_cast<Command>(bus.cbe);
    access_ = {command, bus.ad, bus.ad, 0, 0xF};
    port_ = nullptr;
    if (fixed_octets_ != 0) {
        port_ = ports_[0];
        return is_memory(command) && bus.ad < fixed_octets_;
    }
    if (is_config(command)) {
        access_.offset = bus.ad & 0xFC;
        return (bus.ad & 0x703u) == 0 && (bus.ad >> (kIdselBase + slot_) & 1u) != 0;
    }
    if (!is_memory(command) && !is_io(command)) return false;
    for (unsigned bar = 0; bar < ports_.size(); ++bar)
        if (ports_[bar] && claim_bar(bar, bus.ad, is_io(command))) return true;
    return false;
}

bool Target::claim_bar(unsigned bar, std::uint32_t address, bool io) {
    std::uint32_t base = 0, octets = 0;
    if (config_space_->is_io(bar) != io || !config_space_->window(bar, base, octets)) return false;
    if (address < base || address - base >= octets) return false;
    access_.offset = address - base;
    access_.window = bar;
    port_ = ports_[bar];
    return true;
}

Levels& Target::claimed() {
    next_.drive(kEnTarget).devsel = true;
    return next_;
}

void Target::wait_for_data(const Levels& bus) {
    if (answer_.retry) {
        claimed().stop = true;
        ++stats_.retries;
        state_ = State::Stop;
    } else if (wait_ > 0) {
        --wait_;
        claimed();
        state_ = State::Wait;
    } else {
        drive_ready(bus);
    }
}

void Target::drive_ready(const Levels& bus) {
    Levels& out = claimed();
    out.trdy = true;
    if (!is_write(access_.command)) out.drive(kEnAd).ad = read_data();
    // No burst behind this window: the initiator is sent away with its first data.
    if (bus.frame && (!port_ || !port_->bursts())) {
        out.stop = true;
        ++stats_.disconnects;
    }
    state_ = State::Ready;
}

std::uint32_t Target::read_data() {
    return port_ ? port_->read(access_) : config_space_->read(static_cast<std::uint8_t>(access_.offset));
}

void Target::move(const Levels& bus) {
    ++stats_.dwords;
    if (!is_write(access_.command)) return;
    access_.byte_enables = bus.cbe;
    check_parity_ = true;
    expected_par_ = even_parity(bus.ad, static_cast<std::uint8_t>(~bus.cbe));
    if (port_)
        port_->write(access_, bus.ad);
    else
        config_space_->write(static_cast<std::uint8_t>(access_.offset), bus.ad, bus.cbe);
}

void Target::data_phase(const Levels& bus) {
    if (!bus.irdy) {  // hold everything until the initiator is ready
        next_ = out_;
        next_.enabled &= static_cast<std::uint8_t>(~kEnPar);
        next_.par = false;
        return;
    }
    move(bus);
    if (!bus.frame) return release();
    access_.address += 4;
    access_.offset += 4;
    if (out_.stop) {
        claimed().stop = true;
        state_ = State::Stop;
        return;
    }
    wait_ = port_->later_wait_clocks(access_);
    wait_for_data(bus);
}

void Target::hold_stop(const Levels& bus) {
    if (!bus.frame && bus.irdy) return release();
    claimed().stop = true;
}

void Target::release() {
    next_.drive(kEnTarget);  // driven high for one clock before it is let go
    state_ = State::Release;
}

void Target::describe(core::StatsVisitor& v) const {
    v.counter("transactions", stats_.transactions, "events", "Transactions claimed.");
    v.counter("dwords", stats_.dwords, "dwords", "Dwords moved.");
    v.counter("retries", stats_.retries, "events", "Transactions sent away without data.");
    v.counter("disconnects", stats_.disconnects, "events", "Bursts ended with the first data.");
    v.counter("parity_errors", stats_.parity_errors, "events", "Address or write data with wrong PAR.");
}

}  // namespace niclab::pci
