#include "core/row_text.h"

#include <fmt/format.h>

#include <charconv>

namespace niclab::core {

namespace {
/// Digits of 0 to 999, with leading zeros.
struct ThreeDigits {
    char digits[1000][4] = {};
    constexpr ThreeDigits() {
        for (unsigned n = 0; n < 1000; ++n)
            for (unsigned k = 0, unit = 100; k < 3; ++k, unit /= 10) digits[n][k] = char('0' + n / unit % 10);
    }
};
constexpr ThreeDigits kThree;

char* put_three(char* to, std::uint64_t n) { return to + std::string_view(kThree.digits[n], 3).copy(to, 3); }
}  // namespace

char* put_number(char* to, std::uint64_t n) {
    if (n >= 1000) return std::to_chars(to, to + kMostDigits, n).ptr;
    const std::size_t zeros = n >= 100 ? 0 : n >= 10 ? 1 : 2;
    return to + std::string_view(kThree.digits[n] + zeros, 3 - zeros).copy(to, 3);
}

char* put_nanoseconds(char* to, Femtoseconds t) {
    constexpr Femtoseconds kExact = 1'000'000'000'000'000;  // One second: up to there a double is exact enough.
    if (t >= kExact || t % 1000 == 500) return fmt::format_to(to, "{:.3f}", double(t) * 1e-6);
    if (t == 0) return put(to, "0.000");
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
