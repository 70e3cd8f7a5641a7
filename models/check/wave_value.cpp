#include "check/wave_value.h"

#include <array>
#include <cstring>

namespace niclab::check {

namespace {

enum Bit : std::uint8_t { kOne = 1, kUnknown = 2, kFloating = 4, kNone = 8 };

constexpr std::array<std::uint8_t, 256> bits_of_characters() {
    std::array<std::uint8_t, 256> of{};
    for (std::uint8_t& bit : of) bit = kNone;
    of['0'] = 0, of['1'] = kOne;
    of['x'] = of['X'] = of['u'] = of['U'] = of['w'] = of['W'] = of['-'] = kUnknown;
    of['z'] = of['Z'] = kUnknown | kFloating;
    of['l'] = of['L'] = kFloating, of['h'] = of['H'] = kOne | kFloating;
    return of;
}
constexpr std::array<std::uint8_t, 256> kBits = bits_of_characters();

std::uint8_t bit_of(char c) { return kBits[static_cast<unsigned char>(c)]; }

/// Eight characters that are all 0 or 1, the first of them the highest bit; false if there is
/// another one among them.
bool eight_bits(const char* text, std::uint64_t& bits) {
    constexpr std::uint64_t kAllButLowest = 0xFEFE'FEFE'FEFE'FEFE, kZeros = 0x3030'3030'3030'3030,
                            kLowest = 0x0101'0101'0101'0101, kGather = 0x8040'2010'0804'0201;
    std::uint64_t word;
    std::memcpy(&word, text, sizeof word);
    if constexpr (__BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__) word = __builtin_bswap64(word);
    if ((word & kAllButLowest) != kZeros) return false;
    bits = bits << 8 | ((word & kLowest) * kGather) >> 56;
    return true;
}

}  // namespace

WaveDigits read_digits(std::string_view digits) {
    WaveDigits d;
    d.value = {0, 0, 0};
    d.count = digits.size();
    if (digits.empty()) return d;
    d.first = digits[0];
    std::size_t i = 0;
    for (; i + 8 <= digits.size() && eight_bits(digits.data() + i, d.value.bits); i += 8)
        d.value.unknown <<= 8, d.value.floating <<= 8;
    for (; i < digits.size(); ++i) {
        const std::uint8_t bit = bit_of(digits[i]);
        if (bit == kNone) {
            d.wrong = digits[i];
            return d;
        }
        d.value.bits = d.value.bits << 1 | (bit & kOne);
        d.value.unknown = d.value.unknown << 1 | (bit >> 1 & 1u);
        d.value.floating = d.value.floating << 1 | (bit >> 2 & 1u);
    }
    if (digits.size() > 64)
        d.more = digits.substr(0, digits.size() - 64).find_first_not_of(d.first) != std::string_view::npos;
    return d;
}

bool fit(const WaveDigits& d, unsigned bits, WaveValue& value) {
    value = d.value;
    if (d.count == bits) return true;
    const std::uint8_t first = bit_of(d.first);
    const std::uint64_t known = low_bits(d.count < bits ? static_cast<unsigned>(d.count) : bits);
    const std::uint64_t unknown = first & kUnknown ? ~std::uint64_t{0} : 0, floating = first & kFloating ? unknown : 0;
    if (d.count < bits) {
        value.unknown |= unknown & low_bits(bits) & ~known;
        value.floating |= floating & low_bits(bits) & ~known;
        return true;
    }
    const std::uint64_t rest = ~known & low_bits(d.count < 64 ? static_cast<unsigned>(d.count) : 64);
    const bool repeated = (first & kOne) == 0 && !d.more && (value.bits & rest) == 0 &&
                          (value.unknown & rest) == (unknown & rest) && (value.floating & rest) == (floating & rest);
    value.bits &= known, value.unknown &= known, value.floating &= known;
    return repeated;
}

}  // namespace niclab::check
