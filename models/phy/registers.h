/// @file  The PHY's registers, one octet each, as the utility bus sees them.
///
/// Source:        register table of the S/UNI-LITE class as Linux and BSD drivers use it (suni.h, utopia.h).
/// Not modelled:  interrupt causes, loopbacks, forced errors; those registers only store.
/// Ambiguous:     reset values of 0x01, 0x05, 0x45, 0x46, 0x48 are *assumed*.
#pragma once

#include <array>
#include <cstdint>

namespace niclab::phy {

/// Running totals of the counters that registers can latch.
struct CounterTotals {
    std::uint64_t b1 = 0, b2 = 0, b3 = 0, far_line = 0, far_path = 0;
    std::uint64_t hcs_corrected = 0, hcs_dropped = 0, rx_cells = 0, tx_cells = 0;
};

class Registers {
public:
    Registers();
    /// `in_frame` and `signal` feed the RSOP status register.
    std::uint8_t read(std::uint8_t address, bool in_frame, bool signal) const;
    /// Writing register 0 latches the counts since the last latch, `totals` being the counters now.
    void write(std::uint8_t address, std::uint8_t value, const CounterTotals& totals);

private:
    void latch(const CounterTotals& totals);
    void hold(std::uint8_t address, unsigned octets, std::uint64_t count);

    std::array<std::uint8_t, 256> octets_{};
    CounterTotals latched_;
};

}  // namespace niclab::phy
