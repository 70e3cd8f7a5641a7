/// @file The data structures of the chip in the host's memory: descriptors and the initialisation
/// block, of dwords (software styles 1 to 3) or of words (style 0).
///
/// Format: in styles 1 and 2 a descriptor has 16 octets: address; status and two's complement
///   length; result; the driver's own. In style 3 result and address change places. The block has
///   28 octets, rings of 32 bits. In style 0 a descriptor has 8 octets: address with the status in
///   bits 31:24; two's complement length; result. The block has 24 octets. Addresses have 24 bits;
///   bits 31:29 of a ring's address are the logarithm of its length.
/// Source: pcnet32.c and lance.c of Linux 6.1 (facts); Am79C960 (AMD 16907), p. 1-423: TMD3 in
///   style 0. Am79C978 (AMD 22206), tables 85 to 87: styles 0, 2 and 3. Am79C970, p. 1-901: a read
///   of a descriptor is two dwords, of dwords first the one with the status, then the address; of
///   words the one with address and status first.
/// Assumed: in style 3 the two dwords are in the same order. Of a status in words only its own octet
///   is written. Style 1, that of the ILACC, has the descriptors of style 2, as in the emulators
///   QEMU and 86Box.
#pragma once

#include "cards/ether_board/bus_master.h"
#include "cards/lance/layout.h"

namespace niclab::lance {

using ether_board::Transfer;

struct Descriptor {
    std::uint32_t address = 0;
    unsigned octets = 0;       ///< 1 .. 4096
    std::uint16_t status = 0;  ///< As in a descriptor of dwords; one of words has its bits 15:8.
    bool owned() const { return (status & kOwn) != 0; }
};

struct Format {
    bool dwords = true;
    bool result_first = false;  ///< Style 3.

    /// Of software style 0 to 3.
    static Format of_style(unsigned style) { return {style != 0, style == 3}; }
    unsigned octets() const { return dwords ? 16 : 8; }
    unsigned init_octets() const { return dwords ? 28 : 24; }
    std::uint32_t init_mask() const { return dwords ? ~3u : 0x00FFFFFEu; }
    /// Reads address, length and status of the descriptor at `at`.
    Transfer read(std::uint32_t at) const {
        Transfer t;
        t.address = result_first ? at + 4 : at, t.octets = 8;
        t.last_first = dwords && !result_first;
        return t;
    }
    /// What such a transfer has read.
    Descriptor parse(const Transfer& t) const {
        constexpr unsigned kLongest = 4096;
        const auto word = [&t](unsigned at) { return unsigned(t.data[at] | t.data[at + 1] << 8); };
        const unsigned address = result_first ? 4 : 0, control = 4 - address;
        const unsigned length = (kLongest - (word(control) & (kLongest - 1))) % kLongest;
        Descriptor d;
        d.octets = length == 0 ? kLongest : length;
        d.address = word(address) | (dwords ? word(address + 2) : word(2) & 0xFFu) << 16;
        d.status = std::uint16_t(dwords ? word(control + 2) : word(2) & 0xFF00u);
        return d;
    }
    /// Status of the descriptor at `at`.
    Transfer status(bus::Purpose purpose, std::uint32_t at, std::uint16_t value) const {
        return dwords ? put(purpose, at + 6, 2, value) : put(purpose, at + 3, 1, value >> 8u);
    }
    /// Result of its frame: `result` in structures of dwords, a word of it in style 0.
    Transfer result(bus::Purpose purpose, std::uint32_t at, std::uint32_t result, std::uint16_t word) const {
        return dwords ? put(purpose, result_first ? at : at + 8, 4, result) : put(purpose, at + 6, 2, word);
    }

private:
    static Transfer put(bus::Purpose purpose, std::uint32_t at, unsigned octets, std::uint32_t value) {
        Transfer t;
        t.purpose = purpose, t.write = true;
        t.address = at, t.octets = octets;
        for (unsigned i = 0; i < octets; ++i) t.data[i] = std::uint8_t(value >> 8 * i);
        return t;
    }
};

}  // namespace niclab::lance
