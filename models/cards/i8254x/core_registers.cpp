// Accesses of the host to the registers.
#include <algorithm>

#include "cards/i8254x/core.h"

namespace niclab::i8254x {

namespace {

constexpr std::uint32_t kFlushDelay = 1u << 31;  ///< FPD of RDTR.
constexpr std::uint8_t kDword = 0xF;
constexpr core::Femtoseconds kShort = 20'000'000;  ///< No clock of 33 MHz is shorter.

bool within(std::uint32_t offset, std::uint32_t first, std::uint32_t end) { return offset >= first && offset < end; }

/// The bits of a register without a function that it keeps. Source: the register test of
/// e1000_ethtool.c of Linux 6.1 (facts).
std::uint32_t kept_bits(std::uint32_t offset) {
    constexpr std::uint32_t kFcah = 0x2C, kFct = 0x30, kFcttv = 0x170, kTipg = 0x410, kFcrth = 0x2168;
    constexpr std::uint32_t kAddressHigh = 0x8003FFFF;
    if (within(offset, kReceiveAddresses, kReceiveAddressesEnd)) return offset & 4 ? kAddressHigh : ~0u;
    switch (offset) {
        case kFcah:
        case kFct:
        case kFcttv:
        case kVet:
            return 0xFFFF;
        case kFcrth:
            return 0xFFF8;
        case kTipg:
            return 0x3FFFFFFF;
        default:
            return ~0u;
    }
}

}  // namespace

std::uint32_t Core::access() {
    const ether_board::HostAccess& a = host.access;
    if (a.enables != kDword) return ~0u;
    if (a.window == kIoBar) return io_access(a);
    if (!a.write) return read(a.offset);
    write(a.offset, a.data);
    return 0;
}

/// IOADDR at 0, IODATA at 4.
std::uint32_t Core::io_access(const ether_board::HostAccess& a) {
    if (a.offset == 0) {
        if (a.write) io_address_ = a.data & (kMemoryOctets - 1) & ~3u;
        return io_address_;
    }
    if (a.offset != 4) return 0;
    if (!a.write) return read(io_address_);
    write(io_address_, a.data);
    return 0;
}

std::uint32_t Core::status() const {
    const std::uint32_t fast = clock().period_fs() < kShort ? status::kPci66 : 0;
    const std::uint32_t link =
        registers_.link ? status::kLinkUp | status::kFullDuplex | status::kGigabit | status::kDetected : 0;
    const bool enabled = config_.model.extended && !registers_.has(kCtrl, ctrl::kMasterDisable);
    return fast | link | (enabled ? status::kMasterEnabled : 0);
}

/// ICR. The 82574L shows whether it has requested an interrupt, and can mask it by that.
std::uint32_t Core::read_causes() {
    const bool requested = (interrupts_.causes() & interrupts_.mask()) != 0;
    const std::uint32_t causes = interrupts_.read_causes();
    if (!config_.model.extended || !requested) return causes;
    if (registers_.has(kCtrlExtended, kMaskOnRead)) interrupts_.disable(registers_[kIam]);
    return causes | cause::kAsserted;
}

std::uint32_t Core::read(std::uint32_t offset) {
    if (within(offset, kStatistics, kStatisticsEnd)) return statistics_.read(offset - kStatistics);
    if (within(offset, kReceiveRing, kReceiveRing + ring::kEnd) && offset != kRadv)
        return receiver_.ring.read(offset - kReceiveRing);
    if (within(offset, kSendRing, kSendRing + ring::kEnd) && offset != kTadv)
        return transmitter_.ring.read(offset - kSendRing);
    switch (offset) {
        case kCtrlCopy:
            return registers_[kCtrl];
        case kStatus:
            return status();
        case kEecd:
            return eeprom_.eecd();
        case kEerd:
            return eeprom_.eerd(core::now_fs());
        case kMdic:
            return phy_.mdic();
        case kIcr:
            return read_causes();
        case kItr:
            return interrupts_.interval();
        case kIms:
            return interrupts_.mask();
        case kIcs:
        case kImc:
            return 0;
        case kPba:
            return registers_[kPba] | (config_.model.buffer_octets / 1024 - registers_[kPba]) << 16;
        default:
            return registers_[offset];
    }
}

void Core::write(std::uint32_t offset, std::uint32_t value) {
    if (within(offset, kStatistics, kStatisticsEnd)) return;
    if (within(offset, kReceiveRing, kReceiveRing + ring::kEnd) && offset != kRadv) {
        receiver_.ring.write(offset - kReceiveRing, value);
        if (offset == kReceiveRing + ring::kDelay && (value & kFlushDelay)) receiver_.flush();
        return;
    }
    if (within(offset, kSendRing, kSendRing + ring::kEnd) && offset != kTadv) {
        if (offset == kSendRing + ring::kTail) demanded_(core::now_fs());
        transmitter_.ring.write(offset - kSendRing, value);
        if (offset == kSendRing + ring::kDelay && (value & kFlushDelay)) transmitter_.ring.flush();
        return;
    }
    switch (offset) {
        case kCtrl:
        case kCtrlCopy:
            return write_control(value);
        case kEecd:
            return eeprom_.set_eecd(value);
        case kEerd:
            return eeprom_.start_read(value, core::now_fs());
        case kMdic:
            return phy_.access(value, core::now_fs());
        case kIcr:
            return interrupts_.clear_causes(value);
        case kItr:
            return interrupts_.set_interval(value);
        case kIcs:
            return interrupts_.raise(value);
        case kIms:
            return interrupts_.enable(value);
        case kImc:
            return interrupts_.disable(value);
        case kPba:
            return write_buffers(value);
        case kStatus:
            return;
        default:
            registers_[offset] = value & kept_bits(offset);
    }
    if (offset == kRctl) {
        receiver_.ring.set_width(value & rctl::kSeveralBuffers ? kWideDescriptorOctets : kDescriptorOctets);
        receiver_.ring.enable((value & rctl::kEnable) != 0);
    }
    if (offset == kTctl) transmitter_.ring.enable((value & tctl::kEnable) != 0);
}

void Core::write_control(std::uint32_t value) {
    if ((value & ctrl::kPhyReset) && !registers_.has(kCtrl, ctrl::kPhyReset)) phy_.reset(core::now_fs());
    if (value & ctrl::kReset) return reset();
    registers_[kCtrl] = value;
}

const char* Core::ignored_mode() const {
    const bool slow = (registers_[kCtrl] >> ctrl::kSpeedShift & 3) < ctrl::kGigabit;
    return registers_.has(kCtrl, ctrl::kForceSpeed) && slow ? "10 or 100 Mb/s by FRCSPD of CTRL" : nullptr;
}

/// PBA: the part to receive; the rest, at least 1 KiB, is to send.
void Core::write_buffers(std::uint32_t value) {
    const std::uint32_t before = receive_octets(), most = config_.model.buffer_octets / 1024 - 1;
    registers_[kPba] = std::clamp<std::uint32_t>(value & 0xFFFF, 1, most);
    receiver_.release(std::int64_t{receive_octets()} - before);
}

}  // namespace niclab::i8254x
