#include "core/row_text.h"

#include <fmt/format.h>

#include <charconv>

namespace niclab::core {

void add_number(std::string& row, std::uint64_t n) {
    char digits[20];
    row.append(digits, std::to_chars(digits, std::end(digits), n).ptr);
}

void add_nanoseconds(std::string& row, Femtoseconds t) {
    constexpr Femtoseconds kExact = 1'000'000'000'000'000;  // a second: up to there a double is near enough
    if (t >= kExact || t % 1000 == 500) {
        row += fmt::format("{:.3f}", double(t) * 1e-6);
        return;
    }
    const Femtoseconds ps = (t + 500) / 1000;
    add_number(row, ps / 1000);
    row += '.';
    for (const unsigned unit : {100u, 10u, 1u}) row += static_cast<char>('0' + ps / unit % 10);
}

}  // namespace niclab::core
