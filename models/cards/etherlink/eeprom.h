/// @file The EEPROM of 64 words in window 0: its contents, and the time to read a word.
///
/// Source: 3c59x.c of Linux 6.1 and elink3reg.h of NetBSD: the meaning of each word, the checksum
///   over words 0 to 17H, the busy bit. Word 10H, the capabilities, has bit 5 on a chip with lists.
///   The checksum of a 3C905B is over words 0 to 20H; no driver checks that of a 3C905C.
///   if_xlreg.h of FreeBSD: the other capabilities. Bit 2 is set on a 3C905, bit 9 on the later
///   ones (if_xl.c). A dump of the EEPROM of a 3C905 by vortex-diag: 10A6H, and 006302D8H for
///   InternalConfig, without autoselection; of a 3C905C: 72A2H and 01800000H.
/// Assumed: six bits of an address, as in 3c59x.c, which reads 64 words; elink3reg.h uses five.
///   Product code, date and division are zero.
/// Not modelled: writing and erasing.
#pragma once

#include <array>

#include "base/time.h"
#include "cards/etherlink/config.h"
#include "cards/etherlink/layout.h"

namespace niclab::etherlink {

class Eeprom {
public:
    explicit Eeprom(const Config& config) : read_fs_(base::Femtoseconds(config.eeprom_read_us * 1e9)) {
        const auto& a = config.address;
        for (unsigned i = 0; i < 3; ++i) words_[i] = words_[10 + i] = std::uint16_t(a[2 * i] << 8 | a[2 * i + 1]);
        words_[3] = config.product, words_[7] = 0x6D50;
        if (config.isa) words_[8] = address_config(config), words_[9] = std::uint16_t(config.irq << 12);
        if (!config.isa) words_[kInternalConfigWord] = std::uint16_t(internal_config(config));
        if (!config.isa) words_[kInternalConfigWord + 1] = std::uint16_t(internal_config(config) >> 16);
        if (config.lists)
            words_[kCapabilitiesWord] =
                kLists | k100Mbps | kFcsPassed | kFullDuplex | (config.boomerang ? kLargeFrames : kNoLength);
        const unsigned checksum_word = config.lists && !config.boomerang ? 0x20 : 0x17;
        std::uint16_t sum = 0;
        for (unsigned i = 0; i < checksum_word; ++i) sum ^= words_[i];
        words_[checksum_word] = std::uint16_t((sum ^ sum >> 8) & 0xFF);
    }
    /// InternalConfig after a reset.
    static std::uint32_t internal_config(const Config& config) {
        unsigned size = 0;
        while (8192u << size < config.ram_octets) ++size;
        if (config.boomerang) return size | kBoomerangMemory | config.receive_share << 16 | kTransceiverMii << 20;
        const unsigned transceiver = config.lists ? kTransceiverNway : kTransceiver100;
        return size | config.receive_share << 16 | transceiver << 20 | kAutoselect;
    }
    /// For a 3C509: bits 4:0 are its ports, 15:14 its transceiver, 0 for 10BASE-T.
    static std::uint16_t address_config(const Config& config) { return std::uint16_t((config.port - 0x200) >> 4); }
    /// Handles a write to its command register.
    void command(std::uint16_t value, base::Femtoseconds now) {
        if (now >= ready_) data_ = pending_;
        command_ = value & 0xFF;
        if ((value & 0xC0) != kEepromRead) return;
        pending_ = words_[value & 0x3F], ready_ = now + read_fs_;
    }
    std::uint16_t command_register(base::Femtoseconds now) const {
        return std::uint16_t(command_ | (now < ready_ ? kEepromBusy : 0));
    }
    /// The word read last; during a read of another word still the previous one.
    std::uint16_t data(base::Femtoseconds now) {
        if (now >= ready_) data_ = pending_;
        return data_;
    }

private:
    static constexpr unsigned kCapabilitiesWord = 0x10, kInternalConfigWord = 0x12;
    static constexpr std::uint16_t kFullDuplex = 0x0002, kLargeFrames = 0x0004, kLists = 0x0020, kFcsPassed = 0x0080,
                                   kNoLength = 0x0200, k100Mbps = 0x1000;
    static constexpr std::uint32_t kBoomerangMemory = 0x02D8;  ///< RAM of words, its speed, and the size of a boot ROM.
    std::array<std::uint16_t, 64> words_{};
    base::Femtoseconds read_fs_, ready_ = 0;
    std::uint16_t command_ = 0, pending_ = 0, data_ = 0;
};

}  // namespace niclab::etherlink
