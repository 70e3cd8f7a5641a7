#include <fmt/format.h>
#include <gtest/gtest.h>

#include <random>

#include "core/row_text.h"

namespace niclab::core {

namespace {

std::string written(char* (*put_it)(char*, std::uint64_t), std::uint64_t value) {
    char text[kMostDigits];
    return {text, put_it(text, value)};
}

/// Numbers of all lengths, and those next to the powers of ten.
std::vector<std::uint64_t> numbers() {
    std::vector<std::uint64_t> all{0, ~std::uint64_t{0}};
    for (std::uint64_t power = 1; power <= 1'000'000'000'000'000'000; power *= 10)
        for (const std::uint64_t n : {power - 1, power, power + 1, 9 * power}) all.push_back(n);
    std::mt19937_64 random(1);
    for (unsigned k = 0; k < 20'000; ++k) all.push_back(random() >> random() % 64);
    return all;
}

}  // namespace

TEST(RowText, NumbersAreThoseOfTheLibrary) {
    for (const std::uint64_t n : numbers()) {
        EXPECT_EQ(fmt::format("{}", n), written(&put_number, n));
        EXPECT_EQ(fmt::format("{:08X}", n), written(&put_hex8, n));
    }
}

TEST(RowText, NanosecondsAreThoseOfTheLibrary) {
    for (const std::uint64_t t : numbers())
        if (t < 1'000'000'000'000'000'000) {
            EXPECT_EQ(fmt::format("{:.3f}", double(t) * 1e-6), written(&put_nanoseconds, t)) << t;
        }
}

TEST(RowText, RowsGrow) {
    std::string row = "a,";
    add_number(row, 1234);
    add_nanoseconds(row, 1'500'000);
    EXPECT_EQ("a,12341.500", row);
    add_microseconds(row, 7'654'321'500'000);
    EXPECT_EQ("a,12341.5007654.322", row);
}

}  // namespace niclab::core
