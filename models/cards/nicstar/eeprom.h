/// @file The card's serial EEPROM (Xicor X25020 class, 256 octets, SPI) at the general purpose
/// register.
///
/// Source: nicstarmac.c. The EEPROM is selected while CS is low; octets are sent most significant
///   bit first. Input is sampled at the rising clock, output changes at the falling one. READ is 3,
///   then the address; MAC address at 0x6C. The other instructions are from memory of the X25020's
///   data sheet: WRSR 1, WRITE 2 (pages of 4 octets), WRDI 4, RDSR 5, WREN 6. Status bit 0 is write
///   in progress, 1 write enabled, 3:2 protected quarter, half, all.
/// Assumed: a write takes effect at once and shows as in progress for `kWriteTime` (data sheet: 5
///   ms typical, *assumed*).
/// Not modelled: WP# and HOLD# (tied high), times of the SPI pins.
#pragma once

#include <array>
#include <cstdint>

#include "core/clock.h"

namespace niclab::nicstar {

class Eeprom {
public:
    using Mac = std::array<std::uint8_t, 6>;
    static constexpr unsigned kMacAddress = 0x6C;
    static constexpr core::Femtoseconds kWriteTime = 5'000'000'000'000ull;

    explicit Eeprom(const Mac& mac);
    /// New levels of the pins: GP bit 0 SI, bit 1 CS, bit 2 SCK.
    void drive(std::uint32_t gp, core::Femtoseconds now);
    /// Level of SO.
    bool output() const { return output_; }

private:
    enum Instruction : std::uint8_t { kWrsr = 1, kWrite = 2, kRead = 3, kWrdi = 4, kRdsr = 5, kWren = 6 };
    static constexpr std::uint8_t kInProgress = 1, kWriteEnabled = 2, kProtection = 0x0C;

    void take_bit(bool bit);
    void give_bit();
    void take_octet();
    void deselect();
    bool is_protected(std::uint8_t address) const;

    std::array<std::uint8_t, 256> octets_{};
    std::array<std::uint8_t, 4> page_{};  ///< Octets of a WRITE.
    std::uint8_t status_ = 0;             ///< Without kInProgress.
    core::Femtoseconds busy_until_ = 0, now_ = 0;
    std::uint8_t shift_ = 0, instruction_ = 0, address_ = 0;
    unsigned bits_ = 0;     ///< Since the chip was selected.
    unsigned written_ = 0;  ///< Number of octets of a WRITE; WRSR: 1 after the status octet.
    unsigned read_ = 0;     ///< Bits output since the instruction and its address.
    bool clock_ = false, selected_ = false, output_ = true;
};

}  // namespace niclab::nicstar
