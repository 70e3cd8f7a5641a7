// Data phases of the target: wait states, disconnects, aborts.
#include "pci/target_machine.h"

namespace niclab::pci {

namespace {
constexpr unsigned kLaterDataClocks = 8;

/// The lowest octet that an I/O access enables is that of its address; an access without octets is
/// valid with any address.
bool io_lanes_agree(std::uint32_t address, std::uint8_t byte_enables) {
    return byte_enables == 0 || static_cast<unsigned>(__builtin_ctz(byte_enables)) == (address & 3u);
}
}  // namespace

void TargetMachine::decode(const Levels& bus) {
    --left_;
    if (decode_ > 0) {
        --decode_;
        return;
    }
    // A fast target does not know the byte enables yet and must leave AD to the initiator for one
    // more clock.
    const bool early = config_.devsel == Devsel::Fast && (read() || bus::is_io(access_.command));
    if (!early) return wait_for_data(bus);
    next_.drive(kEnTarget).devsel = true;
    if (width_ == 2) next_.drive64(kEnAck64).ack64 = true;
    state_ = State::Wait;
}

Levels& TargetMachine::claimed() {
    next_.drive(kEnTarget).devsel = !aborting_;
    // After DEVSEL#, the target drives AD to the end of a read, so that it never floats.
    if (read()) next_.drive(kEnAd).ad = out_.ad;
    if (width_ == 2) {
        next_.drive64(kEnAck64).ack64 = !aborting_;
        if (read()) next_.drive64(kEnAdHigh).ad_high = out_.ad_high;
    }
    return next_;
}

void TargetMachine::wait_for_data(const Levels& bus) {
    fault_ = false;
    const bool first = moved_ == 0;
    if (first && answer_.retry) {
        stop();
    } else if ((answer_.abort && moved_ >= answer_.after) ||
               (first && bus::is_io(access_.command) && !io_lanes_agree(access_.address, bus.cbe))) {
        target_abort();
    } else if (wait_ == 0 && port_ready(bus)) {
        drive_ready(bus);
    } else if (left_ == 0) {
        stop();
    } else {
        if (wait_ > 0) --wait_;
        claimed();
        state_ = State::Wait;
    }
}

/// C/BE# now has the byte enables: an access to ports or to a card's registers has effects only for
/// enabled octets.
bool TargetMachine::port_ready(const Levels& bus) {
    if (!port_ || moved_ > 0) return true;
    const bool registers = config_space_ && !port_->bursts();
    if (bus::is_io(access_.command) || registers) access_.byte_enables = bus.cbe;
    return port_->ready(access_);
}

bool TargetMachine::last_here() const {
    if (!port_ || !port_->bursts() || !linear_) return true;
    if (access_.offset + 4 * width_ >= window_octets_) return true;
    return answer_.after != 0 && moved_ + width_ >= answer_.after && answer_.with_data && !answer_.abort;
}

void TargetMachine::drive_ready(const Levels& bus) {
    Levels& out = claimed();
    out.trdy = true;
    if (read()) {
        out.ad = read_data(0);
        if (width_ == 2) out.ad_high = read_data(1);
        fault_ = parity_fault.next();
    }
    // There is no more data here: the target disconnects with this one.
    if (bus.frame && last_here()) {
        out.stop = true;
        ++stats_.disconnects;
    }
    state_ = State::Ready;
}

std::uint32_t TargetMachine::read_data(unsigned dword) {
    if (!port_) return config_space_->read(static_cast<std::uint8_t>(access_.offset));
    bus::TargetPort::Access access = access_;
    access.address += 4 * dword;
    access.offset += 4 * dword;
    return port_->read(access);
}

void TargetMachine::move(const Levels& bus) {
    // The upper half of the last phase may be empty.
    stats_.dwords += width_ == 2 && bus.cbe_high != 0 ? 2 : 1;
    moved_ += width_;
    if (read()) return;
    expect_data(bus);
    write_data(0, bus.ad, bus.cbe);
    if (width_ == 2 && bus.cbe_high != 0) write_data(1, bus.ad_high, bus.cbe_high);
}

void TargetMachine::write_data(unsigned dword, std::uint32_t data, std::uint8_t byte_enables) {
    if (!port_) return config_space_->write(static_cast<std::uint8_t>(access_.offset), data, byte_enables);
    bus::TargetPort::Access access = access_;
    access.address += 4 * dword;
    access.offset += 4 * dword;
    access.byte_enables = byte_enables;
    port_->write(access, data);
}

void TargetMachine::data_phase(const Levels& bus) {
    if (!bus.irdy) {  // hold everything until the initiator is ready
        Levels& out = claimed();
        out.trdy = true;
        out.stop = out_.stop;
        return;
    }
    const bool stopping = out_.stop;
    move(bus);
    fault_ = false;
    if (!bus.frame) return release();
    access_.address += 4 * width_;
    access_.offset += 4 * width_;
    if (stopping) {
        claimed().stop = true;
        state_ = State::Stop;
        return;
    }
    if (answer_.after != 0 && moved_ >= answer_.after && !answer_.abort) return stop();
    wait_ = port_->later_wait_clocks(access_);
    left_ = kLaterDataClocks - 1;
    wait_for_data(bus);
}

void TargetMachine::stop() {
    claimed().stop = true;
    ++(moved_ == 0 ? stats_.retries : stats_.disconnects);
    state_ = State::Stop;
}

void TargetMachine::target_abort() {
    if (!out_.devsel) {  // DEVSEL# must be sampled before it is deasserted.
        claimed();
        state_ = State::Wait;
        return;
    }
    aborting_ = true;
    claimed().stop = true;
    state_ = State::Stop;
    ++stats_.aborts;
    if (config_space_) config_space_->set_status(kStatusSignaledTargetAbort);
}

void TargetMachine::hold_stop(const Levels& bus) {
    if (!bus.frame && bus.irdy) return release();
    claimed().stop = true;
}

void TargetMachine::release() {
    next_.drive(kEnTarget);  // Driven high for one clock before it is released.
    if (width_ == 2) next_.drive64(kEnAck64);
    state_ = State::Release;
}

}  // namespace niclab::pci
