#include "phy/registers.h"

#include <algorithm>

#include "phy/register_table.h"

namespace niclab::phy {

namespace {

/// The counts that one write transfers: those of the block whose register is written, or of all.
enum Block : std::uint8_t { kAll = 0x00, kRsop = 0x10, kRlop = 0x18, kRpop = 0x38, kRacp = 0x50, kTacp = 0x60 };

/// Which block's counts a write to `address` transfers; 0xFF none.
std::uint8_t block_of(std::uint8_t address) {
    constexpr struct {
        std::uint8_t first, last, block;
    } kRanges[] = {{0x00, 0x00, kAll},  {0x12, 0x13, kRsop}, {0x1A, 0x1F, kRlop},
                   {0x38, 0x3B, kRpop}, {0x54, 0x58, kRacp}, {0x64, 0x66, kTacp}};
    for (const auto& range : kRanges)
        if (address >= range.first && address <= range.last) return range.block;
    return 0xFF;
}

}  // namespace

Registers::Registers(Interrupts& interrupts, const Config& config) : interrupts_(interrupts), config_(config) {
    reset({});
}

void Registers::reset(const CounterTotals& totals) {
    octets_ = {};
    for (const RegisterRow& row : kRegisterTable) octets_[row.address] = row.reset;
    if (config_.sdh) octets_[reg::kTpopPointerHigh] |= 0x08;
    if (!config_.hcs_correction) octets_[reg::kRacpControl] |= 0x10;
    for (std::uint8_t code = 0; code < 4; ++code)
        if (1u << code == config_.hcs_good_to_correct) octets_[reg::kRacpConfig] |= code;
    latched_ = totals;
    interrupts_.clear();
    enable_causes();
}

std::uint8_t Registers::read(std::uint8_t address, std::uint8_t live) {
    auto value = static_cast<std::uint8_t>(octets_[address] | live);
    if (address == reg::kMasterInterrupt) value |= summary();
    for (const CauseRow& row : kCauseTable) {
        if (row.address != address || !interrupts_.pending(row.cause)) continue;
        value |= static_cast<std::uint8_t>(1u << row.bit);
        interrupts_.clear(row.cause);
    }
    return value;
}

/// Blocks with a cause that drives INT#; their own registers clear it.
std::uint8_t Registers::summary() const {
    unsigned bits = 0;
    for (const CauseRow& row : kCauseTable)
        if (row.address != reg::kMasterInterrupt && interrupts_.pending(row.cause) && interrupts_.enabled(row.cause))
            bits |= 1u << row.summary_bit;
    return static_cast<std::uint8_t>(bits);
}

void Registers::write(std::uint8_t address, std::uint8_t value, const CounterTotals& totals) {
    if (address == reg::kMasterReset && (value & kResetBit)) reset(totals);
    if (held() && address != reg::kMasterReset) return;
    const auto* row = std::find_if(std::begin(kRegisterTable), std::end(kRegisterTable),
                                   [&](const RegisterRow& r) { return r.address == address; });
    if (row == std::end(kRegisterTable)) return;
    octets_[address] = static_cast<std::uint8_t>((octets_[address] & ~row->writable) | (value & row->writable));
    transfer(block_of(address), totals);
    enable_causes();
}

void Registers::enable_causes() {
    std::uint32_t mask = 0;
    for (const CauseRow& row : kCauseTable)
        if (bit(row.enable_address, row.enable_bit)) mask |= Interrupts::bit(row.cause);
    interrupts_.enable(mask);
}

void Registers::transfer(std::uint8_t block, const CounterTotals& t) {
    if (block == 0xFF) return;
    const auto move = [&](std::uint8_t of, std::uint8_t address, unsigned bits, std::uint64_t CounterTotals::*count) {
        if (block != kAll && block != of) return;
        hold(address, bits, t.*count - latched_.*count);
    };
    move(kRsop, 0x12, 16, &CounterTotals::b1);
    move(kRlop, 0x1A, 20, bit(reg::kRlopControl, 7) ? &CounterTotals::b2_frames : &CounterTotals::b2);
    move(kRlop, 0x1D, 20, &CounterTotals::far_line);
    move(kRpop, 0x38, 16, bit(reg::kRpopBipConfig, 5) ? &CounterTotals::b3_frames : &CounterTotals::b3);
    move(kRpop, 0x3A, 16, &CounterTotals::far_path);
    move(kRacp, 0x54, 8, &CounterTotals::hcs_corrected);
    move(kRacp, 0x55, 8, &CounterTotals::hcs_uncorrected);
    move(kRacp, 0x56, 19, &CounterTotals::rx_cells);
    move(kTacp, 0x64, 19, &CounterTotals::tx_cells);
    const auto restart = [&](std::uint8_t of, auto... counts) {
        if (block == kAll || block == of) ((latched_.*counts = t.*counts), ...);
    };
    using C = CounterTotals;
    restart(kRsop, &C::b1);
    restart(kRlop, &C::b2, &C::b2_frames, &C::far_line);
    restart(kRpop, &C::b3, &C::b3_frames, &C::far_path);
    restart(kRacp, &C::hcs_corrected, &C::hcs_uncorrected, &C::rx_cells);
    restart(kTacp, &C::tx_cells);
}

/// Counters stop at their last value, *assumed*.
void Registers::hold(std::uint8_t address, unsigned bits, std::uint64_t count) {
    count = std::min(count, (std::uint64_t{1} << bits) - 1);
    for (unsigned i = 0; i * 8 < bits; ++i) octets_[address + i] = static_cast<std::uint8_t>(count >> 8 * i);
}

}  // namespace niclab::phy
