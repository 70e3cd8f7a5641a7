/// The reader of waveforms with hand-written files.
#include "check/vcd_reader.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>

#include "check/wave_names.h"

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
    check::WaveNames names(vcd);
    const int clk = names.find("top.clk").variable, bus = names.find("top.u1.bus").variable;
    ASSERT_GE(clk, 0);
    ASSERT_GE(bus, 0);
    EXPECT_EQ(names.find("top.u1.alias").variable, clk);
    EXPECT_EQ(names.find("top.bus").variable, -1);
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
    ASSERT_EQ(vcd.changes().size(), 3u);                       // A repeated time is one time.
    EXPECT_EQ(vcd.changes()[1].value.floating, 1u);
    vcd.apply();
    EXPECT_EQ(value().bits, 5u);
    EXPECT_EQ(value().unknown, 0u);
    EXPECT_EQ(vcd.since(static_cast<unsigned>(bus)), 30'000'000u);
    ASSERT_TRUE(vcd.next());
    EXPECT_FALSE(vcd.next());
}

TEST(VcdReader, RefusesWithLineAndColumn) {
    EXPECT_EQ(refusal(""), ": an empty file; expected a VCD or an FST");
    EXPECT_EQ(refusal(" "), ":1:2: the file ends; expected $timescale");
    EXPECT_EQ(refusal(kHeader + "#50\n1!\n#5"), ":16:1: the file ends in a time; expected a complete file");
    EXPECT_EQ(refusal("$timescale 3 eons $end\n"),
              ":1:19: timescale '3 eons'; expected 1, 10 or 100 and fs, ps, ns, us, ms or s before it");
    EXPECT_EQ(refusal(kHeader + "#0\n1?\n"), ":15:1: '1?': not declared; expected the identifier of a variable");
    EXPECT_EQ(refusal(kHeader + "#5\n1!\n#4\n"), ":16:1: '#4': a time before 50000000 fs; expected times in order");
    EXPECT_EQ(refusal(kHeader + "#5\n1! b102 \"a\n"), ":15:4: 'b102': '2' in a value; expected digits 0, 1, x or z");
    EXPECT_EQ(refusal(kHeader + "#5\nb101 \n"),
              ":16:1: the file ends, in a value; expected the identifier of a variable");
    EXPECT_EQ(refusal(kHeader + "#five\n"), ":14:1: '#five'; expected a time such as #1000");
    EXPECT_EQ(refusal(kHeader + "#99999999999999999999999\n"),
              ":14:1: '#99999999999999999999999'; expected a time below 2^64 fs");
}

TEST(VcdReader, AWordMayReachOverTheEndOfItsBuffer) {
    for (const std::size_t octets : {(1u << 18) - 3, (1u << 18) - 2, (1u << 18) - 1, 1u << 18, (1u << 20) - 1}) {
        const std::string before = kHeader + "$comment ";
        const File file(before + std::string(octets - before.size() - 5, 'c') + " $end #3 1! b1z \"a #4 0!");
        check::VcdReader vcd(file.path);
        ASSERT_TRUE(vcd.next());
        EXPECT_EQ(vcd.now(), 30'000'000u);
        EXPECT_EQ(vcd.changes().size(), 2u);
        ASSERT_TRUE(vcd.next());
        EXPECT_FALSE(vcd.next());
    }
    EXPECT_EQ(refusal(kHeader + "$comment " + std::string(3u << 19, 'c') + " $end"),
              ":14:10: a word of more than 1048576 octets; expected a VCD");
}

TEST(VcdReader, ManyChangesAtOneTimeKeepTheirFirstAndLast) {
    std::string text = kHeader + "#0\n0!\n#1\n";
    for (unsigned i = 0; i < 20'000; ++i) text += "b" + std::to_string(i % 2) + " \"a\n1!\n0!\n";
    const File file(text + "b111 \"a\n");
    check::VcdReader vcd(file.path);
    ASSERT_TRUE(vcd.next());
    vcd.apply();
    ASSERT_TRUE(vcd.next());
    EXPECT_LT(vcd.changes().size(), 5000u);
    EXPECT_EQ(vcd.changes().front().value.bits, 0u);
    EXPECT_EQ(vcd.changes()[1].value.bits, 1u);
    EXPECT_EQ(vcd.changes().back().value.bits, 7u);
}

TEST(WaveValue, NineValuesAndWidths) {
    const auto value = [](const char* digits, unsigned bits) {
        check::WaveValue v;
        const check::WaveDigits d = check::read_digits(digits);
        EXPECT_EQ(d.wrong, 0) << digits;
        EXPECT_TRUE(check::fit(d, bits, v)) << digits;
        return v;
    };
    EXPECT_EQ(value("UX01ZWLH-", 9).bits, 0b000100010u);
    EXPECT_EQ(value("UX01ZWLH-", 9).unknown, 0b110011001u);
    EXPECT_EQ(value("ux01zwlh-", 9).floating, 0b000010110u);
    EXPECT_TRUE(value("H", 1).high());
    EXPECT_TRUE(value("l", 1).low());
    EXPECT_EQ(value("z01", 8).floating, 0b11111100u);
    EXPECT_EQ(value("x", 8).unknown, 0xFFu);
    EXPECT_EQ(value("101", 8).bits, 5u);
    EXPECT_EQ(value("10000001111111110000000011001", 32).bits, 0x103FE019u);
    const std::string wide = "1" + std::string(31, '0') + std::string(32, '1');
    EXPECT_EQ(value(wide.c_str(), 64).bits, 0x8000'0000'FFFF'FFFFu);
    EXPECT_EQ(value("0000000000000101", 4).bits, 5u);
    check::WaveValue v;
    EXPECT_FALSE(check::fit(check::read_digits("11111"), 4, v));
    EXPECT_FALSE(check::fit(check::read_digits("0x000"), 3, v));
    EXPECT_FALSE(check::fit(check::read_digits("1" + std::string(70, '0')), 64, v));
    EXPECT_TRUE(check::fit(check::read_digits(std::string(70, 'z')), 64, v));
    EXPECT_EQ(check::read_digits("0121").wrong, '2');
}

}  // namespace niclab::conformance
