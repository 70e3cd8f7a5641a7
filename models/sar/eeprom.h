/// @file  The card's serial EEPROM (Xicor X25020 class, 256 octets, SPI) behind the general purpose register.
///
/// Source:        nicstarmac.c: selected while CS is low; octets most significant bit first; input is taken at the
/// rising
///                clock, output changes at the falling one; READ is 3, then the address; MAC address at 0x6C.
/// Not modelled:  writing and the status register (other instructions are ignored), times.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

namespace niclab::sar {

class Eeprom {
public:
    using Mac = std::array<std::uint8_t, 6>;
    static constexpr unsigned kMacAddress = 0x6C;

    explicit Eeprom(const Mac& mac) {
        octets_.fill(0xFF);
        std::copy(mac.begin(), mac.end(), octets_.begin() + kMacAddress);
    }
    /// New levels of the pins: GP bit 0 SI, bit 1 CS, bit 2 SCK.
    void drive(std::uint32_t gp) {
        const bool clock = (gp & 4u) != 0;
        if (gp & 2u) {
            bits_ = 0;
            output_ = true;
        } else if (clock && !clock_) {
            shift_ = static_cast<std::uint16_t>(shift_ << 1 | (gp & 1u));
            ++bits_;
            if (bits_ == kHeaderBits) first_ = shift_;
        } else if (!clock && clock_ && bits_ >= kHeaderBits && first_ >> 8 == kRead) {
            const unsigned bit = bits_ - kHeaderBits;
            output_ = (octets_[(first_ + bit / 8) % octets_.size()] >> (7 - bit % 8) & 1) != 0;
        }
        clock_ = clock;
    }
    /// Level of SO.
    bool output() const { return output_; }

private:
    static constexpr unsigned kHeaderBits = 16;  ///< Instruction and address.
    static constexpr unsigned kRead = 3;

    std::array<std::uint8_t, 256> octets_{};
    std::uint16_t shift_ = 0, first_ = 0;
    unsigned bits_ = 0;  ///< Since the chip was selected.
    bool clock_ = false, output_ = true;
};

}  // namespace niclab::sar
