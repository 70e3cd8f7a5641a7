/// @file  What the MAC of 802.3 goes by: numbers in bit times, and what chips decide differently.
///
/// Source:        IEEE 802.3 clause 4 (4.4.2 parameters), from memory of the standard. Its 4.2.3.2.1 as quoted by AMD's data
///                sheet Am79C965A, p. 93: the gap is timed from where transmitting and carrier are both gone; after reception it
///                begins anew if carrier comes in its first two thirds, and never in its last. Cirrus Logic's CS8900A, p. 33:
///                6.4 us and 3.2 us, and its modified back-off; CS8900, p. 29: preamble and SFD are finished before a jam of
///                32 bits, late after 512 bits.
/// Beyond it:     some ranges are wider than the standard's, so that there are MACs for its checker (check/csma_rules.h) to tell of.
/// Ambiguous:     late collisions: clause 4 tries again at 10 and 100 Mb/s (from memory); CS8900 (p. 29) and Am79C970A (TMD2,
///                LCOL, p. 168) do not. A chip says which: `retry_late`. The default is theirs.
///                An own echo: the standard lets carrier sense end with the transmission, through a transceiver it ends later.
///                `echo_bits` takes what lingers for so long for the own signal and leaves the gap 96 bits: *assumed*.
#pragma once

#include <algorithm>
#include <cstdint>

namespace niclab::ether {

struct MacRules {
    unsigned gap_part1_bits = 64;  ///< 0 .. 96; carrier in it starts the gap anew. 0: it never does.
    unsigned gap_part2_bits = 32;  ///< 1 .. 96; carrier in it is ignored.
    unsigned slot_bits = 512;      ///< A later collision is late; a back-off is a multiple of it. 64 .. 4096
    unsigned preamble_octets = 7;  ///< 1 .. 15, before the SFD; the standard's are 7.
    unsigned jam_bits = 32;        ///< 8 .. 64; the standard's are 32 to 48.
    std::uint8_t jam_octet = 0;    ///< Repeated; CS8900: zeros. Anything that is not the FCS of what was sent.
    unsigned attempts = 16;        ///< 1 .. 32: of one frame, the first included; the standard's are 16.
    unsigned backoff_limit = 10;   ///< 0 .. 16: r is drawn from 0 .. 2^exponent - 1; no exponent is larger than this,
    unsigned backoff_least = 0;    ///< and none smaller than this; CS8900A's modified back-off has 3.
    unsigned echo_bits = 16;       ///< 0 .. gap_part1_bits. *assumed*
    unsigned defer_limit_bits = 24'288;  ///< Waiting longer for the medium is excessive: twice 1518 octets.
    bool retry_late = false;             ///< Tries again after a late collision, too.
    bool full_duplex = false;            ///< Neither carrier nor collision is looked at, only the gap is kept.

    unsigned header_bits() const { return 8 * (preamble_octets + 1); }
    /// Of the range from which the back-off behind collision `n`, 1 .., of a frame is drawn.
    unsigned backoff_exponent(unsigned n) const { return std::min(std::max(n, backoff_least), backoff_limit); }
    unsigned gap_bits() const { return gap_part1_bits + gap_part2_bits; }
    /// What the back-offs of one frame come to, in slots, if each is the longest.
    std::uint64_t longest_backoff_slots() const {
        std::uint64_t slots = 0;
        for (unsigned collisions = 1; collisions < attempts; ++collisions)
            slots += (std::uint64_t{1} << backoff_exponent(collisions)) - 1;
        return slots;
    }
};

inline constexpr std::uint8_t kPreamble = 0x55, kSfd = 0xD5;  ///< Sent from bit 0 up, as all octets are.
inline constexpr unsigned kFcsOctets = 4, kMinOctets = 64, kMaxOctets = 1518;  ///< Of a frame with its FCS.

}  // namespace niclab::ether
