/// @file The EEPROM of the card, 64 words: read through EERD, or bit by bit through EECD.
///
/// Source: 317453, sections 5.6 and 13.4.3 (from memory of it); e1000_hw.c of Linux 6.1 (facts). An
///   opcode has three bits, an address six; a word begins with its top bit. The sum of all words is
///   BABAH. EECD: SK, CS, DI and DO are bits 0 to 3, REQ and GNT bits 6 and 7. Bit 8: present.
/// Timing: a word by EERD takes `eeprom_read_us`. Bits follow the edges of SK.
/// Not modelled: writes. The opcodes for them are ignored.
#pragma once

#include <array>
#include <numeric>

#include "cards/i8254x/config.h"
#include "cards/i8254x/interrupts.h"

namespace niclab::i8254x {

class Eeprom {
public:
    Eeprom(const Model& model, const Address& address, core::Femtoseconds read_time)
        : model_(model), read_time_(read_time) {
        for (unsigned i = 0; i < 3; ++i) words_[i] = std::uint16_t(address[2 * i] | address[2 * i + 1] << 8);
        words_[0x0A] = 0x640B;  // Initialisation control: addresses of the function are loaded from here.
        words_[0x0B] = model.subsystem, words_[0x0C] = 0x8086, words_[0x0D] = model.device, words_[0x0E] = 0x8086;
        words_[0x0F] = 0x3040;
        const unsigned sum = std::accumulate(words_.begin(), words_.end() - 1, 0u);
        words_.back() = std::uint16_t(kSum - sum);
    }

    /// EERD: a read begins.
    void start_read(std::uint32_t value, core::Femtoseconds now) {
        if (!(value & kStart)) return;
        read_word_ = value >> model_.eerd_shift & (kWords - 1), ready_ = now + read_time_;
    }
    std::uint32_t eerd(core::Femtoseconds now) const {
        const std::uint32_t address = std::uint32_t{read_word_} << model_.eerd_shift;
        return now < ready_ ? address : address | model_.eerd_done | std::uint32_t{words_[read_word_]} << 16;
    }
    std::uint32_t eecd() const {
        return (control_ & kWritten) | (control_ & kRequest ? kGrant : 0) | kPresent | (data_out_ ? kDataOut : 0) |
               (model_.loads_eeprom ? kLoaded : 0);
    }
    void set_eecd(std::uint32_t value) {
        const bool rises = (value & kClock) && !(control_ & kClock);
        control_ = value & kWritten;
        if (!(value & kSelect)) return begin();
        if (rises) shift((value & kDataIn) != 0);
    }
    std::uint16_t word(unsigned number) const { return words_[number]; }

private:
    static constexpr unsigned kWords = 64, kSum = 0xBABA, kOpcodeBits = 3, kAddressBits = 6, kRead = 6;
    static constexpr std::uint32_t kClock = 1, kSelect = 2, kDataIn = 4, kDataOut = 8, kRequest = 0x40, kGrant = 0x80,
                                   kPresent = 0x100, kWritten = kClock | kSelect | kDataIn | kRequest;
    static constexpr std::uint32_t kStart = 1, kLoaded = 0x200;
    void begin() { shifted_ = 0, bits_ = 0, data_out_ = true; }
    /// A command begins with the first one.
    void shift(bool bit) {
        if (bits_ == 0 && !bit) return;
        if (bits_ < kOpcodeBits + kAddressBits) {
            shifted_ = shifted_ << 1 | unsigned(bit), ++bits_;
            if (bits_ == kOpcodeBits + kAddressBits) data_out_ = false;  // One zero precedes the word.
            return;
        }
        if (shifted_ >> kAddressBits != kRead) return;
        const unsigned sent = bits_++ - kOpcodeBits - kAddressBits;
        data_out_ = (words_[(shifted_ + sent / 16) & (kWords - 1)] >> (15 - sent % 16) & 1) != 0;
    }

    const Model model_;
    std::array<std::uint16_t, kWords> words_{};
    core::Femtoseconds read_time_, ready_ = 0;
    unsigned read_word_ = 0;
    std::uint32_t control_ = 0;
    unsigned shifted_ = 0, bits_ = 0;
    bool data_out_ = true;
};

}  // namespace niclab::i8254x
