/// @file The two scramblers of ATM over SONET.
///
/// Source:  GR-253: frame-synchronous 1 + x^6 + x^7; ITU-T I.432: self-synchronous x^43 + 1 (from
///          memory).
#pragma once

#include <cstdint>

#include "sonet/frame.h"

namespace niclab::sonet {

/// The octets to add (exclusive or) to each octet of a frame. They are 0 for the first row of
/// transport overhead, which is sent in clear, and everywhere if the line is not scrambled. The
/// register starts with seven ones at the octet after the last Z0.
const std::uint8_t* frame_scrambler(const Format& format, bool on);

/// Self-synchronous scrambler over the payload octets of cells; its state is kept across headers.
class PayloadScrambler {
public:
    /// Off: octets pass unchanged.
    void enable(bool on) { mask_ = on ? ~std::uint64_t{0} : 0; }
    /// Copies the line bits of `other`.
    void remember(const PayloadScrambler& other) { line_ = other.line_; }
    std::uint8_t scramble(std::uint8_t octet) {
        const auto sent = static_cast<std::uint8_t>(octet ^ delayed());
        shift(sent);
        return sent;
    }
    std::uint8_t descramble(std::uint8_t received) {
        const auto octet = static_cast<std::uint8_t>(received ^ delayed());
        shift(received);
        return octet;
    }
    /// `n` octets of a payload; equivalent to single octets, but four at a time.
    void scramble(const std::uint8_t* octets, std::uint8_t* sent, unsigned n) {
        for (; n >= 4; n -= 4, octets += 4, sent += 4) {
            const std::uint32_t word = word_at(octets) ^ delayed_word();
            line_ = line_ << 32 | word;
            put_word(sent, word);
        }
        for (; n > 0; --n) *sent++ = scramble(*octets++);
    }
    void descramble(const std::uint8_t* received, std::uint8_t* octets, unsigned n) {
        for (; n >= 4; n -= 4, received += 4, octets += 4) {
            const std::uint32_t word = word_at(received);
            put_word(octets, word ^ delayed_word());
            line_ = line_ << 32 | word;
        }
        for (; n > 0; --n) *octets++ = descramble(*received++);
    }

private:
    /// The eight line bits sent 43 bits before those of the present octet.
    std::uint8_t delayed() const { return static_cast<std::uint8_t>(line_ >> 35 & mask_); }
    /// The same for the four octets to come: none of them depends on another one.
    std::uint32_t delayed_word() const { return static_cast<std::uint32_t>(line_ >> 11 & mask_); }
    static std::uint32_t word_at(const std::uint8_t* octets) {
        return std::uint32_t{octets[0]} << 24 | std::uint32_t{octets[1]} << 16 | std::uint32_t{octets[2]} << 8 |
               octets[3];
    }
    static void put_word(std::uint8_t* octets, std::uint32_t word) {
        for (unsigned i = 0; i < 4; ++i) octets[i] = static_cast<std::uint8_t>(word >> (24 - 8 * i));
    }
    void shift(std::uint8_t line_octet) { line_ = line_ << 8 | line_octet; }
    std::uint64_t line_ = 0, mask_ = ~std::uint64_t{0};
};

}  // namespace niclab::sonet
