#include "sonet/scrambler.h"

#include <array>

namespace niclab::sonet {

namespace {

template <unsigned Sts>
constexpr auto make_frame_scrambler() {
    constexpr Format kFormat{Sts};
    std::array<std::uint8_t, kFormat.frame_octets> table{};
    unsigned state = 0x7F;
    for (unsigned i = kFormat.overhead_columns; i < kFormat.frame_octets; ++i) {
        unsigned octet = 0;
        for (int bit = 0; bit < 8; ++bit) {
            octet = octet << 1 | (state >> 6 & 1u);
            state = (state << 1 | ((state >> 6 ^ state >> 5) & 1u)) & 0x7Fu;
        }
        table[i] = static_cast<std::uint8_t>(octet);
    }
    return table;
}
template <unsigned Sts>
constexpr auto kFrameScrambler = make_frame_scrambler<Sts>();

/// Nothing to add: the line is not scrambled.
constexpr std::array<std::uint8_t, Format(kLargestSts).frame_octets> kClear{};

}  // namespace

const std::uint8_t* frame_scrambler(const Format& format, bool on) {
    if (!on) return kClear.data();
    return format.sts == kSts3c.sts ? kFrameScrambler<3>.data() : kFrameScrambler<12>.data();
}

}  // namespace niclab::sonet
