/// @file  The payload pointer in H1 and H2.
///
/// Source:         GR-253 pointer rules (from memory): NDF 0110 normal, 1001 new data; a new value counts at once
///                 with NDF, else after it came three times.
/// Not modelled:   increments and decrements, AIS, concatenation check.
#pragma once

#include <cstdint>

#include "sonet/frame.h"

namespace niclab::sonet {

/// H1 and H2 of the first of the three, H1 in bits 15:8. `sdh` sets the SS bits to 10.
constexpr std::uint16_t pointer_word(unsigned pointer, bool sdh) {
    return static_cast<std::uint16_t>(0x6000u | (sdh ? 0x0800u : 0u) | pointer);
}
/// H1* and H2* of the others: concatenation.
constexpr std::uint16_t concatenation_word(bool sdh) {
    return static_cast<std::uint16_t>(0x93FFu | (sdh ? 0x0800u : 0u));
}

class PointerInterpreter {
public:
    /// One frame's H1, H2.
    void take(std::uint16_t word) {
        const unsigned value = word & 0x3FFu;
        const unsigned ndf = word >> 12;
        if (value > 782) {
            repeats_ = 0;
            return;
        }
        repeats_ = value == candidate_ ? repeats_ + 1 : 1;
        candidate_ = value;
        if (ndf == 0x9 || repeats_ >= 3) {
            value_ = value;
            valid_ = true;
        }
    }
    void reset() { valid_ = false, repeats_ = 0; }
    bool valid() const { return valid_; }
    unsigned value() const { return value_; }

private:
    unsigned value_ = 0, candidate_ = ~0u, repeats_ = 0;
    bool valid_ = false;
};

}  // namespace niclab::sonet
