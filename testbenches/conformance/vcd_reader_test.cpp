/// The reader of waveforms over files written by hand.
#include "check/vcd_reader.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>

namespace niclab::conformance {

namespace {

struct File {
    explicit File(const std::string& text)
        : path(::testing::TempDir() + "niclab_" + std::to_string(getpid()) + ".vcd") {
        std::ofstream(path) << text;
    }
    ~File() { std::remove(path.c_str()); }
    std::string path;
};

std::string refusal(const std::string& text) {
    const File file(text);
    try {
        check::VcdReader vcd(file.path);
        while (vcd.next()) vcd.apply();
    } catch (const core::ConfigError& e) {
        return std::string(e.what()).substr(file.path.size());
    }
    return "none";
}

const std::string kHeader = R"($date today $end
$version someone's simulator
  over two lines $end
$timescale 10 ns $end
$scope module top $end
$var wire 1 ! clk $end
$scope module u1 $end
$var reg 8 "a bus [7:0] $end
$var wire 1 ! alias $end
$var real 64 r level $end
$upscope $end
$upscope $end
$enddefinitions $end
)";

}  // namespace

TEST(VcdReader, NamesTimesAndFourValues) {
    const File file(kHeader + "#0\n$dumpvars\n0!\nbx \"a\n$end\n#3\n1!\nb1z \"a\nr1.5 r\n#3\nb101 \"a\n#4\n0!\n");
    check::VcdReader vcd(file.path);
    const int clk = vcd.find("top.clk"), bus = vcd.find("top.u1.bus");
    ASSERT_GE(clk, 0);
    ASSERT_GE(bus, 0);
    EXPECT_EQ(vcd.find("top.u1.alias"), clk);
    EXPECT_EQ(vcd.find("top.bus"), -1);
    EXPECT_EQ(vcd.bits(static_cast<unsigned>(bus)), 8u);
    const auto value = [&] { return vcd.value(static_cast<unsigned>(bus)); };
    ASSERT_TRUE(vcd.next());
    EXPECT_EQ(vcd.now(), 0u);
    vcd.apply();
    EXPECT_EQ(value().unknown, 0xFFu);
    EXPECT_EQ(value().floating, 0u);
    ASSERT_TRUE(vcd.next());
    EXPECT_EQ(vcd.now(), 30'000'000u);
    EXPECT_TRUE(vcd.value(static_cast<unsigned>(clk)).low());  // not applied yet
    ASSERT_EQ(vcd.changes().size(), 3u);                       // the same time said twice is one point
    EXPECT_EQ(vcd.changes()[1].value.floating, 1u);
    vcd.apply();
    EXPECT_EQ(value().bits, 5u);
    EXPECT_EQ(value().unknown, 0u);
    EXPECT_EQ(vcd.since(static_cast<unsigned>(bus)), 30'000'000u);
    ASSERT_TRUE(vcd.next());
    EXPECT_FALSE(vcd.next());
}

TEST(VcdReader, RefusesWithTheLine) {
    EXPECT_EQ(refusal(""), ":0:1: the end of the file found, $timescale wanted");
    EXPECT_EQ(refusal("$timescale 3 eons $end\n"),
              ":1:1: timescale '3eons' found, 1, 10 or 100 and fs, ps, ns, us, ms or s wanted");
    EXPECT_EQ(refusal(kHeader + "#0\n1?\n"),
              ":15:1: '1?' found, a value and the identifier of a declared variable wanted");
    EXPECT_EQ(refusal(kHeader + "#5\n1!\n#4\n"), ":16:1: a time before 50000000 fs found, times in order wanted");
    EXPECT_EQ(refusal(kHeader + "#5\nb102 \"a\n"), ":15:1: '2' in a value found, 0, 1, x or z wanted");
    EXPECT_EQ(refusal(kHeader + "#5\nb101 \n"), ":15:1: 'b101 ' found, a value, a blank and an identifier wanted");
    EXPECT_EQ(refusal(kHeader + "#five\n"), ":14:1: '#five' found, a time such as #1000 wanted");
    EXPECT_EQ(refusal(kHeader + "#99999999999999999999999\n"),
              ":14:1: '#99999999999999999999999' found, a time below 2^64 fs wanted");
}

}  // namespace niclab::conformance
