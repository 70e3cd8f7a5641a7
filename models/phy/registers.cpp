#include "phy/registers.h"

namespace niclab::phy {

namespace {
constexpr std::uint8_t kMasterReset = 0x00, kIdentity = 0x30, kResetBit = 0x80;
constexpr std::uint8_t kRsopStatus = 0x11, kLosV = 0x04, kOofV = 0x01;
}  // namespace

Registers::Registers() {
    octets_[0x01] = 0x70;
    octets_[0x05] = 0x20;
    octets_[0x46] = 0x90;
    octets_[0x48] = 0x13;
    octets_[0x50] = 0x04;
    octets_[0x60] = 0x04;
    octets_[0x62] = 0x6A;
}

std::uint8_t Registers::read(std::uint8_t address, bool in_frame, bool signal) const {
    if (address == kMasterReset) return static_cast<std::uint8_t>((octets_[0] & kResetBit) | kIdentity);
    if (address == kRsopStatus) return static_cast<std::uint8_t>((signal ? 0 : kLosV) | (in_frame ? 0 : kOofV));
    return octets_[address];
}

void Registers::write(std::uint8_t address, std::uint8_t value, const CounterTotals& totals) {
    if (address == kMasterReset && (value & kResetBit)) *this = Registers();
    octets_[address] = value;
    if (address == kMasterReset) latch(totals);
}

void Registers::latch(const CounterTotals& t) {
    hold(0x12, 2, t.b1 - latched_.b1);
    hold(0x1A, 3, t.b2 - latched_.b2);
    hold(0x1D, 3, t.far_line - latched_.far_line);
    hold(0x38, 2, t.b3 - latched_.b3);
    hold(0x3A, 2, t.far_path - latched_.far_path);
    hold(0x54, 1, t.hcs_corrected - latched_.hcs_corrected);
    hold(0x55, 1, t.hcs_dropped - latched_.hcs_dropped);
    hold(0x56, 3, t.rx_cells - latched_.rx_cells);
    hold(0x64, 3, t.tx_cells - latched_.tx_cells);
    latched_ = t;
}

void Registers::hold(std::uint8_t address, unsigned octets, std::uint64_t count) {
    const std::uint64_t limit = (std::uint64_t{1} << 8 * octets) - 1;
    if (count > limit) count = limit;  // counters saturate, *assumed*
    for (unsigned i = 0; i < octets; ++i) octets_[address + i] = static_cast<std::uint8_t>(count >> 8 * i);
}

}  // namespace niclab::phy
