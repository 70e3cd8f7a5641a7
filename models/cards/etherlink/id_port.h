/// @file The detection of a 3C509 without plug and play: a sequence of octets activates it, then
/// its EEPROM is read bit by bit, and its ports are assigned.
///
/// Source: 3c509.c of Linux 6.1. The sequence has 255 octets from FFH on. Each is the one before
///   shifted to the left, and exclusive-ored with CFH if a bit is shifted out. 80H + n reads word
///   n, with its top bit first. D0H + t sets the tag, and D8H + t deactivates cards of other tags.
///   E0H + n assigns the ports at 200H + 16 n. A card with ports keeps them, and can be activated
///   again: its tag shows that it was found.
/// Assumed: the card reacts to any port 1x0H, until one was written to. Two zeros restart the
///   sequence at any time. FFH activates it at the EEPROM's ports. One card is on the bus: a bit
///   that is read is its own.
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
    /// It outputs its EEPROM, one bit per read.
    bool answers() const { return state_ == State::Commanded; }
    std::uint8_t read(base::Femtoseconds now) {
        if (bits_ == 0) word_ = eeprom_.data(now), bits_ = 16;
        return std::uint8_t(word_ >> --bits_ & 1u);
    }
    /// First port; 0: not assigned yet.
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
