#include "allocation_rows.h"

#include <fmt/format.h>

namespace niclab::linux_kernel {

namespace {

using Lines = std::vector<std::pair<unsigned, SourceLines::Place>>;

unsigned first_of(const Lines& lines, std::size_t i) { return i == 0 ? 1 : lines[i - 1].first + 1; }

/// How often two lines from `i` on take turns, with one number each.
std::size_t turns_at(const Lines& lines, std::size_t i) {
    const auto repeats = [&](std::size_t at, std::size_t as) {
        return at < lines.size() && first_of(lines, at) == lines[at].first &&
               lines[at].second.line == lines[as].second.line;
    };
    std::size_t turns = 0;
    while (repeats(i + 2 * turns, i) && repeats(i + 2 * turns + 1, i + 1)) ++turns;
    return turns;
}

}  // namespace

std::vector<AllocationRow> allocation_rows(const Lines& lines) {
    std::vector<AllocationRow> rows;
    for (std::size_t i = 0; i < lines.size();) {
        const std::size_t turns = turns_at(lines, i);
        if (turns > 1) {
            for (std::size_t each = i; each < i + 2; ++each) {
                const unsigned first = lines[each].first, last = lines[each + 2 * (turns - 1)].first;
                rows.push_back({fmt::format("{}, {} ... {}", first, first + 2, last), lines[each].second});
            }
            i += 2 * turns;
            continue;
        }
        const unsigned first = first_of(lines, i), last = lines[i].first;
        rows.push_back(
            {first == last ? fmt::format("{}", last) : fmt::format("{} to {}", first, last), lines[i].second});
        ++i;
    }
    return rows;
}

}  // namespace niclab::linux_kernel
