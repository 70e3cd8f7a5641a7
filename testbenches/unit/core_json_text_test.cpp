// The text of JSON values, compared with that of nlohmann's serializer.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <random>
#include <string>

#include "core/json_text.h"

namespace niclab::core {
namespace {

using nlohmann::ordered_json;

void expect_text_of_dump(const ordered_json& value) {
    constexpr auto kReplace = ordered_json::error_handler_t::replace;
    EXPECT_EQ(json_text(value), value.dump(-1, ' ', false, kReplace));
    EXPECT_EQ(json_lines(value), value.dump(2, ' ', false, kReplace) + "\n");
}

TEST(JsonText, WritesEachTypeAndLevel) {
    expect_text_of_dump({});
    expect_text_of_dump(ordered_json::object());
    expect_text_of_dump(ordered_json::array());
    expect_text_of_dump({{"a", {{"b", {1, -2, true, nullptr}}, {"c", ordered_json::array()}}}, {"d", "text"}});
    expect_text_of_dump({{{"in", {{{"lists", {{}, {{"of", "lists"}}}}}}}}, ordered_json::object()});
}

TEST(JsonText, EscapesAndReplaces) {
    std::string octets;
    for (unsigned c = 0; c < 256; ++c) {
        octets = "x";
        octets += static_cast<char>(c);
        expect_text_of_dump({{octets, octets}});
    }
    for (const char* text : {"", "\"quoted\"", "back\\slash", "line\nend", "\u00b5s", "cut \xe2\x82", "\x7f"})
        expect_text_of_dump({{text, text}});
}

TEST(JsonText, WritesNumbers) {
    for (const double x : {0.0, -0.0, 1.0, -1.5, 0.1, 1e-7, 1e15, 1e17, 5e-324, 1.7976931348623157e308})
        expect_text_of_dump(x);
    expect_text_of_dump(std::numeric_limits<double>::infinity());
    expect_text_of_dump(std::numeric_limits<double>::quiet_NaN());
    expect_text_of_dump(std::numeric_limits<std::int64_t>::min());
    expect_text_of_dump(std::numeric_limits<std::uint64_t>::max());
    std::mt19937_64 random(1);
    for (int i = 0; i < 1000; ++i) {
        expect_text_of_dump(double(random() % 1'000'000'000) / 1e6);
        expect_text_of_dump(std::ldexp(double(random()), int(random() % 200) - 160));
    }
}

}  // namespace
}  // namespace niclab::core
