/// @file  How a 3C509 without plug and play is found: a sequence of octets wakes it, then its EEPROM is read bit by bit, and it is given its ports.
///
/// Source:     3c509.c of Linux 6.1: 255 octets from FFH on, each the one before shifted to the left, CFH in its place where a bit leaves; 80H + n
///             reads word n, whose top bit comes first; D0H + t sets the tag, D8H + t sends cards of other tags back; E0H + n puts the ports at
///             200H + 16 n.
/// A card that has its ports keeps them, and can be woken again: its tag says that it was found.
/// Assumed:    any port 1x0H hears, until one was written to; two zeros begin anew at any time; FFH activates at the EEPROM's place. One card on the bus:
///             a bit that is read is its own.
#pragma once

#include "cards/etherlink/eeprom.h"

namespace niclab::etherlink {

class IdPort {
public:
    explicit IdPort(const Config& config) : eeprom_(config), usual_(config.port) {}

    void write(std::uint8_t octet, base::Femtoseconds now) {
        if (octet == 0) return begin();
        if (state_ == State::Waiting) return step(octet);
        command(octet, now);
    }
    /// It reads its EEPROM out, a bit a read.
    bool answers() const { return state_ == State::Commanded; }
    std::uint8_t read(base::Femtoseconds now) {
        if (bits_ == 0) word_ = eeprom_.data(now), bits_ = 16;
        return std::uint8_t(word_ >> --bits_ & 1u);
    }
    /// First port; 0: it has none yet.
    std::uint32_t port() const { return port_; }

private:
    enum class State { Waiting, Commanded };
    static constexpr unsigned kSteps = 255;

    void begin() { state_ = State::Waiting, steps_ = 0, expected_ = 0xFF; }
    void step(std::uint8_t octet) {
        if (octet != expected_) return begin();
        expected_ = std::uint8_t(expected_ << 1 ^ (expected_ & 0x80 ? 0xCF : 0));
        if (++steps_ == kSteps) state_ = State::Commanded;
    }
    void command(std::uint8_t octet, base::Femtoseconds now) {
        if ((octet & 0xC0) == kEepromRead) eeprom_.command(octet, now), bits_ = 0;
        if ((octet & 0xF8) == 0xD0) tag_ = octet & 7u;
        if ((octet & 0xF8) == 0xD8 && tag_ != (octet & 7u)) begin();
        if (octet < 0xE0) return;
        begin();
        port_ = octet == 0xFF ? usual_ : 0x200u + ((octet & 0x1Fu) << 4);
    }

    Eeprom eeprom_;
    std::uint32_t usual_, port_ = 0;
    State state_ = State::Waiting;
    std::uint8_t expected_ = 0xFF;
    unsigned steps_ = 0, tag_ = 0, bits_ = 0;
    std::uint16_t word_ = 0;
};

}  // namespace niclab::etherlink
