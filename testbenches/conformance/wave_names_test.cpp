/// Names in waveforms, and the vectors that are assembled from them.
#include "check/wave_names.h"

#include <gtest/gtest.h>

#include "check/wave_range.h"

namespace niclab::conformance {

namespace {

/// A waveform of one point of time: `bits` and `digits` of each variable.
class Wave : public check::WaveReader {
public:
    unsigned add(const std::string& scope, const std::string& name, unsigned bits, std::uint64_t value = 0) {
        const unsigned variable = add_variable(bits, true);
        add_name(scope, name, variable);
        values_.push_back({variable, {value, 0, 0}});
        return variable;
    }
    void alias(const std::string& scope, const std::string& name, unsigned variable) {
        add_name(scope, name, variable);
    }
    const char* format() const override { return "none"; }
    double progress() const override { return 1; }

protected:
    bool read_point() override {
        for (const Change& c : values_) change(c.variable, c.value);
        return !changes_.empty();
    }

private:
    std::vector<Change> values_;
};

/// Value of the signal of that name, or the reason why there is none.
std::string read(Wave& wave, const std::string& name, bool numbered = false) {
    check::WaveNames names(wave);
    const check::WaveNames::Found found = names.find(name, numbered);
    if (found.variable < 0) return names.problem(found, name);
    const auto variable = static_cast<unsigned>(found.variable);
    wave.next();
    wave.apply();
    EXPECT_TRUE(wave.given(variable));
    char text[32];
    std::snprintf(text, sizeof text, "%u:%llX ", wave.bits(variable),
                  static_cast<unsigned long long>(wave.value(variable).bits));
    return text + found.from;
}

}  // namespace

TEST(WaveRange, WhatBelongsToAName) {
    const auto base = [](const char* name, unsigned bits) {
        const check::WaveRange r = check::declared_range(name, bits);
        return r.base + (r.ranged ? " " + std::to_string(r.left) + " " + std::to_string(r.right) : "");
    };
    EXPECT_EQ(base("AD [31:0]", 32), "AD 31 0");
    EXPECT_EQ(base("a[0:3]", 4), "a 0 3");
    EXPECT_EQ(base("AD [ 31 : 0 ]", 32), "AD 31 0");
    EXPECT_EQ(base("AD [7]", 1), "AD 7 7");
    EXPECT_EQ(base("o [0:0]", 1), "o 0 0");
    EXPECT_EQ(base("\\mem[3] [7:0]", 8), "\\mem[3] 7 0");
    EXPECT_EQ(base("\\esc.name[0]", 1), "\\esc.name[0]");
    EXPECT_EQ(base("mem[3]", 8), "mem[3]");
    EXPECT_EQ(base("mem[3] [7:0]", 8), "mem[3] 7 0");
    EXPECT_EQ(base("packed [1:0][7:0]", 16), "packed");
    EXPECT_EQ(base("v[-1:-4]", 4), "v -1 -4");
    EXPECT_EQ(base("odd [31:0]", 33), "odd");
    EXPECT_EQ(base("huge [99999999999:0]", 2), "huge [99999999999:0]");
    EXPECT_EQ(base("[3:0]", 4), "[3:0]");
}

TEST(WaveNames, VectorsInPieces) {
    Wave bits;
    for (int i = 0; i < 8; ++i) bits.add("t", "v [" + std::to_string(i) + "]", 1, i % 3 == 0);
    EXPECT_EQ(read(bits, "t.v"), "8:49 t.v[7] to t.v[0] (8 signals)");
    EXPECT_EQ(read(bits, "t.v[3:1]").substr(0, 4), "3:4 ");
    EXPECT_EQ(read(bits, "t.v[8]"), "t.v is [7:0]");
    Wave parts;
    parts.add("t", "v [3:0]", 4, 0xA), parts.add("t", "v [7:4]", 4, 0x5);
    EXPECT_EQ(read(parts, "t.v"), "8:5A t.v[7:4], t.v[3:0]");
    EXPECT_EQ(read(parts, "t.v[5:2]"), "4:6 t.v[5:2]");
    Wave up;
    up.add("t", "v [4:7]", 4, 0xA), up.add("t", "v [0:3]", 4, 0x5);
    EXPECT_EQ(read(up, "t.v"), "8:5A t.v[0:3], t.v[4:7]");
    EXPECT_EQ(read(up, "t.v[0]"), "1:0 t.v[0]");
    EXPECT_EQ(read(up, "t.v[1:4]"), "4:B t.v[1:4]");
    EXPECT_EQ(read(up, "t.v[4:1]"), "t.v is [0:7]");
}

TEST(WaveNames, APieceOfAnAssembledVectorIsOneOfItsVariables) {
    Wave wave;
    wave.add("t", "v [3:0]", 4, 0xA), wave.add("t", "v [7:4]", 4, 0x5);
    check::WaveNames names(wave);
    const auto whole = static_cast<unsigned>(names.find("t.v").variable);
    const unsigned middle = wave.assemble({{whole, 2, 4}});
    wave.keep_only({middle});
    ASSERT_TRUE(wave.next());
    wave.apply();
    EXPECT_EQ(wave.value(middle).bits, 0x6u);
}

TEST(WaveNames, NoVectorWithoutADoubt) {
    Wave hole;
    hole.add("t", "v [0]", 1), hole.add("t", "v [2]", 1);
    EXPECT_EQ(read(hole, "t.v"), "t.v[1] is missing; expected every bit");
    Wave twice;
    twice.add("t", "v [1:0]", 2), twice.add("t", "v [2:1]", 2);
    EXPECT_EQ(read(twice, "t.v"), "t.v[1] is declared twice; expected once");
    Wave mixed;
    mixed.add("t", "v [1:0]", 2), mixed.add("t", "v [2:3]", 2);
    EXPECT_EQ(read(mixed, "t.v"), "t.v has ascending and descending parts; expected one order");
    Wave same;
    same.add("t", "v", 1), same.add("t", "v", 1);
    EXPECT_EQ(read(same, "t.v"), "t.v is declared 2 times; expected once");
    Wave alias;
    alias.alias("t", "v", alias.add("t", "v", 1, 1));
    EXPECT_EQ(read(alias, "t.v"), "1:1 ");
    Wave wide;
    wide.add("t", "v [64:0]", 65);
    EXPECT_EQ(read(wide, "t.v"), "t.v[64:0] has 65 bits or no levels; expected 1 to 64 bits");
}

TEST(WaveNames, CaseEscapesAndNumbers) {
    Wave wave;
    wave.add("T.slot[0]", "Clk", 1, 1), wave.add("T", "\\bus.x ", 1, 1), wave.add("", "top", 1, 1);
    wave.add("T", "two", 1), wave.add("T", "TWO", 1), wave.add("w", "AD0", 1, 1), wave.add("w", "ad1", 1, 1);
    wave.add("w", "CBE0_n", 1, 0), wave.add("w", "CBE1_n", 1, 1);
    EXPECT_EQ(read(wave, "T.slot[0].Clk"), "1:1 ");
    EXPECT_EQ(read(wave, "t.SLOT[0].clk"), "1:1 T.slot[0].Clk");
    EXPECT_EQ(read(wave, "T.bus.x"), "1:1 ");
    EXPECT_EQ(read(wave, "T.\\bus.x"), "1:1 ");
    EXPECT_EQ(read(wave, "top"), "1:1 ");
    EXPECT_EQ(read(wave, "T.two"), "1:0 ");
    EXPECT_EQ(read(wave, "t.Two"), "it may be any of T.two, T.TWO");
    EXPECT_EQ(read(wave, "w.AD", true), "2:3 w.ad1, w.AD0");
    EXPECT_EQ(read(wave, "w.CBE_n", true), "2:2 w.CBE1_n, w.CBE0_n");
    EXPECT_EQ(read(wave, "w.AD"), "not in the waveform (did you mean \"w.AD0\"?); expected one of its signals");
    check::WaveNames names(wave);
    EXPECT_EQ(names.find_wires({"w.ad1", "w.AD0", "top"}).from, "top, w.AD0, w.ad1");
    EXPECT_EQ(names.scopes_with("CLK"), std::vector<std::string>{"T.slot[0]"});
    EXPECT_EQ(names.scopes_with("ad", true), std::vector<std::string>{"w"});
    EXPECT_EQ(names.scopes_with("top"), std::vector<std::string>{""});
}

}  // namespace niclab::conformance
