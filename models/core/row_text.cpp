#include "core/row_text.h"

#include <fmt/format.h>

#include <charconv>

namespace niclab::core {

char* put_number(char* to, std::uint64_t n) {
    if (n >= 10) return std::to_chars(to, to + kMostDigits, n).ptr;
    *to = static_cast<char>('0' + n);
    return to + 1;
}

char* put_nanoseconds(char* to, Femtoseconds t) {
    constexpr Femtoseconds kExact = 1'000'000'000'000'000;  // One second: up to there a double is exact enough.
    if (t >= kExact || t % 1000 == 500) return fmt::format_to(to, "{:.3f}", double(t) * 1e-6);
    const Femtoseconds ps = (t + 500) / 1000;
    to = put_number(to, ps / 1000);
    *to++ = '.';
    for (const unsigned unit : {100u, 10u, 1u}) *to++ = static_cast<char>('0' + ps / unit % 10);
    return to;
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
