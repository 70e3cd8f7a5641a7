/// @file The PHY's registers, one octet each, as seen from the utility bus.
///
/// Source: the register table of the S/UNI-LITE class as Linux and BSD drivers use it (suni.h,
///   utopia.h). The functions are from data sheets of related chips (PM5349, PM5380) and from
///   memory of the PM5346's.
/// Not modelled: some bits only store. For TCAINV, RCAINV, RXDINV, TREFSEL, RREFSEL, RXPTYP,
///   TXPTYP, FIFODP, TCALEVEL0 and RCALEVEL0 the UTOPIA modules have no inputs. The others are
///   RGFCE, TGFCE, FSEN, H4INSB, FIXBYTE and the test bits of 0x80. TROOL is never set: the
///   reference never fails.
/// Assumed: reset values that are marked so in the table are *assumed*. A write to a count's own
///   register transfers the counts of its block, as in related chips.
#pragma once

#include <array>
#include <cstdint>

#include "phy/config.h"
#include "phy/interrupts.h"

namespace niclab::phy {

/// Addresses.
namespace reg {
inline constexpr std::uint8_t kMasterReset = 0x00, kMasterConfig = 0x01, kMasterInterrupt = 0x02, kClockMonitor = 0x04,
                              kMasterControl = 0x05, kClockSynthesis = 0x06, kClockRecovery = 0x07;
inline constexpr std::uint8_t kRsopControl = 0x10, kRsopStatus = 0x11, kTsopControl = 0x14, kTsopDiagnostic = 0x15;
inline constexpr std::uint8_t kRlopControl = 0x18, kRlopInterrupt = 0x19, kTlopControl = 0x20, kTlopDiagnostic = 0x21,
                              kTransmitK1 = 0x24, kTransmitK2 = 0x25, kReceiveK1 = 0x26, kReceiveK2 = 0x27;
inline constexpr std::uint8_t kRpopStatus = 0x30, kRpopInterrupt = 0x31, kRpopEnable = 0x33, kRpopLabel = 0x37,
                              kRpopBipConfig = 0x3D;
inline constexpr std::uint8_t kTpopDiagnostic = 0x40, kTpopPointer = 0x41, kTpopPointerLow = 0x45,
                              kTpopPointerHigh = 0x46, kTpopLabel = 0x48, kTpopStatus = 0x49;
inline constexpr std::uint8_t kRacpControl = 0x50, kRacpInterrupt = 0x51, kRacpMatch = 0x52, kRacpMask = 0x53,
                              kRacpConfig = 0x59;
inline constexpr std::uint8_t kTacpControl = 0x60, kTacpFill = 0x61, kTacpFillOctet = 0x62, kTacpFifo = 0x63;
}  // namespace reg

/// Totals of the counters that registers can latch.
struct CounterTotals {
    std::uint64_t b1 = 0, b2 = 0, b2_frames = 0, b3 = 0, b3_frames = 0, far_line = 0, far_path = 0;
    std::uint64_t hcs_corrected = 0, hcs_uncorrected = 0, rx_cells = 0, tx_cells = 0;
};

class Registers {
public:
    static constexpr std::uint8_t kResetBit = 0x80;

    Registers(Interrupts& interrupts, const Config& config);
    /// `live`: bits that are not stored but show the present state. A read clears the causes that
    /// the register shows.
    std::uint8_t read(std::uint8_t address, std::uint8_t live);
    /// `totals` are the present counters; some registers transfer the counts since the last
    /// transfer.
    void write(std::uint8_t address, std::uint8_t value, const CounterTotals& totals);
    /// Sets the state after power-up; counts restart.
    void reset(const CounterTotals& totals);

    /// The written value, or the reset value.
    std::uint8_t operator[](std::uint8_t address) const { return octets_[address]; }
    bool bit(std::uint8_t address, unsigned number) const { return octets_[address] >> number & 1u; }
    /// The master reset bit is set.
    bool held() const { return (octets_[reg::kMasterReset] & kResetBit) != 0; }

private:
    void transfer(std::uint8_t block, const CounterTotals& totals);
    void hold(std::uint8_t address, unsigned bits, std::uint64_t count);
    std::uint8_t summary() const;
    void enable_causes();
    std::uint8_t writable(std::uint8_t address) const;

    Interrupts& interrupts_;
    Config config_;
    std::array<std::uint8_t, 256> octets_{};
    CounterTotals latched_;
};

}  // namespace niclab::phy
