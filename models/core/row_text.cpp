#include "core/row_text.h"

#include <fmt/format.h>

#include <cstring>

namespace niclab::core {

namespace {
/// Digits of 0 to 999. Copies of a fixed size take one instruction: each has one character more than
/// the three digits.
struct ThreeDigits {
    char padded[1000][4] = {}, plain[1000][4] = {};  ///< With leading zeros, and without.
    unsigned char length[1000] = {};                 ///< Of `plain`.
    constexpr ThreeDigits() {
        for (unsigned n = 0; n < 1000; ++n) {
            const unsigned zeros = n >= 100 ? 0 : n >= 10 ? 1 : 2;
            for (unsigned k = 0, unit = 100; k < 3; ++k, unit /= 10) padded[n][k] = char('0' + n / unit % 10);
            for (unsigned k = zeros; k < 3; ++k) plain[n][k - zeros] = padded[n][k];
            length[n] = static_cast<unsigned char>(3 - zeros);
        }
    }
};
constexpr ThreeDigits kThree;

/// Two digits of each octet.
struct HexDigits {
    char text[256][2] = {};
    constexpr HexDigits() {
        constexpr char kDigits[] = "0123456789ABCDEF";
        for (unsigned n = 0; n < 256; ++n) text[n][0] = kDigits[n / 16], text[n][1] = kDigits[n % 16];
    }
};
constexpr HexDigits kHex;

char* put_three(char* to, std::uint64_t n) {
    std::memcpy(to, kThree.padded[n], sizeof kThree.padded[n]);
    return to + 3;
}
}  // namespace

char* put_number(char* to, std::uint64_t n) {
    if (n >= 1000) return put_three(put_number(to, n / 1000), n % 1000);
    std::memcpy(to, kThree.plain[n], sizeof kThree.plain[n]);
    return to + kThree.length[n];
}

char* put_nanoseconds(char* to, Femtoseconds t) {
    constexpr Femtoseconds kExact = 1'000'000'000'000'000;  // One second: up to there a double is exact enough.
    if (t == 0) return put(to, "0.000");
    const Femtoseconds ps = t / 1000, rest = t - 1000 * ps;
    if (t >= kExact || rest == 500) return fmt::format_to(to, "{:.3f}", double(t) * 1e-6);
    const Femtoseconds rounded = ps + (rest > 500), ns = rounded / 1000;
    to = put_number(to, ns);
    *to++ = '.';
    return put_three(to, rounded - 1000 * ns);
}

void add_number(std::string& row, std::uint64_t n) {
    char digits[kMostDigits];
    row.append(digits, put_number(digits, n));
}

void add_nanoseconds(std::string& row, Femtoseconds t) {
    char digits[kMostDigits];
    row.append(digits, put_nanoseconds(digits, t));
}

void add_microseconds(std::string& row, Femtoseconds t) { add_nanoseconds(row, t / 1000); }

char* put_hex8(char* to, std::uint64_t n) {
    for (unsigned digits = n >> 32 != 0 ? 16 : 8; digits > 8; --digits)
        if (n >> 4 * (digits - 1) != 0) *to++ = kHex.text[n >> 4 * (digits - 1) & 0xF][1];
    for (const unsigned shift : {24u, 16u, 8u, 0u}) to = std::copy_n(kHex.text[n >> shift & 0xFF], 2, to);
    return to;
}

}  // namespace niclab::core
