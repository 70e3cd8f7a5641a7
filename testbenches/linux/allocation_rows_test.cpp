// The list of allocations of --fail-nth: every number is in one row.
#include "allocation_rows.h"

#include <gtest/gtest.h>

namespace niclab::linux_kernel {
namespace {

std::string rows_of(const std::vector<std::pair<unsigned, SourceLines::Place>>& lines) {
    std::string text;
    for (const AllocationRow& row : allocation_rows(lines)) text += row.numbers + ":" + row.place.line + "; ";
    return text;
}

SourceLines::Place at(const char* line) { return {line, "f"}; }

TEST(AllocationRows, ALineHasTheNumbersThatFollowEachOther) {
    EXPECT_EQ(rows_of({}), "");
    EXPECT_EQ(rows_of({{1, at("a")}}), "1:a; ");
    EXPECT_EQ(rows_of({{3, at("a")}, {4, at("b")}}), "1 to 3:a; 4:b; ");
    EXPECT_EQ(rows_of({{1, at("a")}, {9, at("b")}}), "1:a; 2 to 9:b; ");
}

TEST(AllocationRows, TwoLinesThatTakeTurnsHaveOneRowEach) {
    EXPECT_EQ(rows_of({{1, at("a")}, {2, at("b")}, {3, at("a")}}), "1:a; 2:b; 3:a; ");
    EXPECT_EQ(rows_of({{1, at("a")}, {2, at("b")}, {3, at("a")}, {4, at("b")}}), "1, 3 ... 3:a; 2, 4 ... 4:b; ");
    EXPECT_EQ(
        rows_of({{2, at("x")}, {3, at("a")}, {4, at("b")}, {5, at("a")}, {6, at("b")}, {7, at("a")}, {9, at("b")}}),
        "1 to 2:x; 3, 5 ... 5:a; 4, 6 ... 6:b; 7:a; 8 to 9:b; ");
}

}  // namespace
}  // namespace niclab::linux_kernel
