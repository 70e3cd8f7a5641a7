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
    if (t >= kExact || t % 1000 == 500) return fmt::format_to(to, "{:.3f}", double(t) * 1e-6);
    const Femtoseconds ps = (t + 500) / 1000;
    to = put_number(to, ps / 1000);
    *to++ = '.';
    return put_three(to, ps % 1000);
}

void add_number(std::string& row, std::uint64_t n) {
    char digits[kMostDigits];
    row.append(digits, put_number(digits, n));
}

void add_nanoseconds(std::string& row, Femtoseconds t) {
    char digits[kMostDigits];
    row.append(digits, put_nanoseconds(digits, t));
}

char* put_hex8(char* to, std::uint64_t n) {
    constexpr char kDigits[] = "0123456789ABCDEF";
    unsigned digits = 8;
    while (digits < 16 && n >> 4 * digits != 0) ++digits;
    while (digits-- > 0) *to++ = kDigits[n >> 4 * digits & 0xF];
    return to;
}

}  // namespace niclab::core
