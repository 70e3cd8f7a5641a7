/// @file Header error control: generation, and the receiver's correction and detection modes.
///
/// Source: ITU-T I.432 section on HEC (from memory of the standard): CRC-8 over four octets plus
///   coset 0x55.
#pragma once

#include <array>
#include <cstdint>

#include "base/crc.h"

namespace niclab::atm {

inline constexpr std::uint8_t kHecCoset = 0x55;

/// HEC of the four header octets before it.
constexpr std::uint8_t hec(const std::uint8_t* header) {
    return static_cast<std::uint8_t>(base::crc8(header, 4) ^ kHecCoset);
}

/// A checker of headers in SYNC: it corrects one wrong bit, but never in two headers that follow
/// each other.
class HecReceiver {
public:
    enum class Result { Good, Corrected, Dropped };

    /// `good_to_correct`: error-free headers after which correction is allowed again, 1..15.
    explicit HecReceiver(bool correction = true, unsigned good_to_correct = 1);
    /// `header`: five octets, corrected in place.
    Result check(std::uint8_t* header);

private:
    std::array<std::uint8_t, 256> position_{};  ///< Syndrome to bit number + 1; 0 if more than one bit is wrong.
    bool correction_;
    unsigned good_to_correct_;
    unsigned good_ = 0;
    bool detecting_ = false;
};

}  // namespace niclab::atm
