#include "phy/registers.h"

#include <algorithm>

#include "phy/register_table.h"

namespace niclab::phy {

namespace {

/// The counts that one write transfers: those of the block of the written register, or of all
/// blocks.
enum Block : std::uint8_t { kAll = 0x00, kRsop = 0x10, kRlop = 0x18, kRpop = 0x38, kRacp = 0x50, kTacp = 0x60 };

/// The block of counts that a write to `address` transfers; 0xFF: none.
std::uint8_t block_of(std::uint8_t address) {
    constexpr struct {
        std::uint8_t first, last, block;
    } kRanges[] = {{0x00, 0x00, kAll},  {0x12, 0x13, kRsop}, {0x1A, 0x1F, kRlop},
                   {0x38, 0x3B, kRpop}, {0x54, 0x58, kRacp}, {0x64, 0x66, kTacp}};
    for (const auto& range : kRanges)
        if (address >= range.first && address <= range.last) return range.block;
    return 0xFF;
}

/// A count and its registers; some count frames with errors instead if the selecting bit is set.
struct CountRow {
    std::uint8_t block, address, bits;
    std::uint64_t CounterTotals::*count;
    std::uint64_t CounterTotals::*frames = nullptr;
    std::uint8_t choice = 0, choice_bit = 0;
};
constexpr CountRow kCounts[] = {
    {kRsop, 0x12, 16, &CounterTotals::b1},
    {kRlop, 0x1A, 20, &CounterTotals::b2, &CounterTotals::b2_frames, reg::kRlopControl, 7},
    {kRlop, 0x1D, 20, &CounterTotals::far_line},
    {kRpop, 0x38, 16, &CounterTotals::b3, &CounterTotals::b3_frames, reg::kRpopBipConfig, 5},
    {kRpop, 0x3A, 16, &CounterTotals::far_path},
    {kRacp, 0x54, 8, &CounterTotals::hcs_corrected},
    {kRacp, 0x55, 8, &CounterTotals::hcs_uncorrected},
    {kRacp, 0x56, 19, &CounterTotals::rx_cells},
    {kTacp, 0x64, 19, &CounterTotals::tx_cells},
};

}  // namespace

Registers::Registers(Interrupts& interrupts, const Config& config) : interrupts_(interrupts), config_(config) {
    reset({});
}

void Registers::reset(const CounterTotals& totals) {
    octets_ = {};
    for (const RegisterRow& row : kRegisterTable) octets_[row.address] = row.reset;
    if (config_.idt77155)
        for (const RegisterRow& row : kIdt77155Table) octets_[row.address] = row.reset;
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

/// Blocks with a cause that drives INT#; a read of their own registers clears it.
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
    const std::uint8_t bits = writable(address);
    octets_[address] = static_cast<std::uint8_t>((octets_[address] & ~bits) | (value & bits));
    transfer(block_of(address), totals);
    enable_causes();
}

/// The bits of a register that store what is written; none if there is no register.
std::uint8_t Registers::writable(std::uint8_t address) const {
    for (const RegisterRow& row : kRegisterTable)
        if (row.address == address) return row.writable;
    if (config_.idt77155)
        for (const RegisterRow& row : kIdt77155Table)
            if (row.address == address) return row.writable;
    return 0;
}

void Registers::enable_causes() {
    std::uint32_t mask = 0;
    for (const CauseRow& row : kCauseTable)
        if (bit(row.enable_address, row.enable_bit)) mask |= Interrupts::bit(row.cause);
    interrupts_.enable(mask);
}

void Registers::transfer(std::uint8_t block, const CounterTotals& t) {
    if (block == 0xFF) return;
    for (const CountRow& row : kCounts) {
        if (block != kAll && block != row.block) continue;
        const bool frames = row.frames != nullptr && bit(row.choice, row.choice_bit);
        const auto count = frames ? row.frames : row.count;
        hold(row.address, row.bits, t.*count - latched_.*count);
        latched_.*row.count = t.*row.count;
        if (row.frames != nullptr) latched_.*row.frames = t.*row.frames;
    }
}

/// Counters stop at their last value, *assumed*.
void Registers::hold(std::uint8_t address, unsigned bits, std::uint64_t count) {
    count = std::min(count, (std::uint64_t{1} << bits) - 1);
    for (unsigned i = 0; i * 8 < bits; ++i) octets_[address + i] = static_cast<std::uint8_t>(count >> 8 * i);
}

}  // namespace niclab::phy
