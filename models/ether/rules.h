/// @file The parameters of the MAC of 802.3: numbers in bit times, and the choices in which chips
/// differ.
///
/// Source: IEEE 802.3 clause 4 (4.4.2 parameters), from memory of the standard. Its 4.2.3.2.1 is
///   quoted by AMD's data sheet Am79C965A, p. 93. The gap is timed from the end of both
///   transmission and carrier. After reception it restarts if carrier comes in its first two
///   thirds, and never in its last. Cirrus Logic's CS8900A, p. 33: 6.4 us and 3.2 us, and its
///   modified back-off. CS8900, p. 29: preamble and SFD are completed before a jam of 32 bits, late
///   after 512 bits. A frame has at most 1518 octets, 1522 with a VLAN tag (802.3ac), and 2000 as an
///   envelope frame (802.3as).
/// Limits: some ranges are wider than the standard's, so that the checker (check/csma_rules.h) can
///   be tested with violations.
///
/// Late collisions: clause 4 retries at 10 and 100 Mb/s (from memory); CS8900 (p. 29) and Am79C970A
/// (TMD2, LCOL, p. 168) do not. `retry_late` selects the behaviour; the default is that of these
/// chips.
///
/// Own echo: in the standard carrier sense ends with the transmission, through a transceiver it
/// ends later. Carrier that remains for up to `echo_bits` counts as the own signal and leaves the
/// gap at 96 bits: *assumed*.
#pragma once

#include <algorithm>
#include <cstdint>

namespace niclab::ether {

/// Of a frame with its FCS: the shortest, the longest without a tag, and the longest of all, an
/// envelope frame (802.3as).
inline constexpr unsigned kFcsOctets = 4, kMinOctets = 64, kMaxOctets = 1518, kEnvelopeOctets = 2000;

struct MacRules {
    unsigned gap_part1_bits = 64;  ///< 0 .. 96; carrier in it restarts the gap. 0: it never does.
    unsigned gap_part2_bits = 32;  ///< 1 .. 96; carrier in it is ignored.
    unsigned slot_bits = 512;      ///< A later collision is late; a back-off is a multiple of it. 64 .. 4096.
    unsigned preamble_octets = 7;  ///< 1 .. 15, before the SFD; the standard has 7.
    unsigned jam_bits = 32;        ///< 8 .. 64; the standard has 32 to 48.
    std::uint8_t jam_octet = 0;    ///< Repeated; CS8900: zeros. Any value that is not the FCS of the transmitted part.
    unsigned attempts = 16;        ///< 1 .. 32: of one frame, the first included; the standard has 16.
    unsigned backoff_limit = 10;   ///< 0 .. 16: the back-off is from 0 .. 2^exponent - 1. Largest exponent,
    unsigned backoff_least = 0;    ///< and smallest; it is 3 for CS8900A's modified back-off.
    unsigned echo_bits = 16;       ///< 0 .. gap_part1_bits. *assumed*
    unsigned defer_limit_bits = 24'288;  ///< A longer wait for the medium is excessive: twice 1518 octets.
    unsigned max_octets = kMaxOctets;    ///< 1518 .. 2000: of a frame with its FCS; a longer one is an error.
    bool retry_late = false;             ///< Retries after a late collision, too.
    bool full_duplex = false;            ///< Carrier and collision are ignored, only the gap is kept.

    unsigned header_bits() const { return 8 * (preamble_octets + 1); }
    /// Exponent of the range of the back-off after collision `n` (from 1) of a frame.
    unsigned backoff_exponent(unsigned n) const { return std::min(std::max(n, backoff_least), backoff_limit); }
    unsigned gap_bits() const { return gap_part1_bits + gap_part2_bits; }
    /// Sum of the back-offs of one frame in slots, if each is the longest.
    std::uint64_t longest_backoff_slots() const {
        std::uint64_t slots = 0;
        for (unsigned collisions = 1; collisions < attempts; ++collisions)
            slots += (std::uint64_t{1} << backoff_exponent(collisions)) - 1;
        return slots;
    }
};

inline constexpr std::uint8_t kPreamble = 0x55, kSfd = 0xD5;  ///< Sent from bit 0 up, as are all octets.

}  // namespace niclab::ether
