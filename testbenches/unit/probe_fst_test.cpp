// The writer of FST: sections, widths, four states, text, and equality with a VCD of the same calls.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <random>
#include <sstream>

#include "core/config.h"
#include "core/fst_blocks.h"
#include "probe/wave/fst_encoding.h"
#include "probe/wave/fst_file.h"
#include "probe/wave/vcd_file.h"
#include "support/file_size_limit.h"
#include "support/temporary_folder.h"
#include "support/wave_values.h"

namespace niclab::probe {
namespace {

constexpr int kChangesSection = 8;

using test::octets_of;

std::uint64_t word_at(const std::string& octets, std::size_t at) {
    std::uint64_t word = 0;
    for (std::size_t i = 0; i < 8; ++i) word = word << 8 | static_cast<unsigned char>(octets[at + i]);
    return word;
}

/// Number of sections of this type.
unsigned sections(const std::string& path, int type) {
    const std::string octets = octets_of(path);
    unsigned found = 0;
    for (std::size_t at = 0; at < octets.size(); at += 1 + word_at(octets, at + 1)) found += octets[at] == type;
    return found;
}

std::string stars(std::uint64_t code) { return std::string(code, '*'); }

/// One variable of each width, some of them in nested scopes, and a row of text.
std::vector<WaveFile::Variable> variables(unsigned widths) {
    std::vector<WaveFile::Variable> all;
    for (unsigned width = 1; width <= widths; ++width)
        all.push_back({width % 3 == 0 ? "top.inner" : "top", "v" + std::to_string(width), (width - 1) % 64 + 1});
    all.push_back({"top", "text", WaveFile::kWords, stars});
    return all;
}

/// Random changes of `declared`, several at most times; all bits known, or all floating.
std::vector<WaveFile::Change> random_changes(const std::vector<WaveFile::Variable>& declared, unsigned times) {
    std::mt19937_64 random(7);
    std::vector<WaveFile::Change> all;
    std::uint64_t ps = 5;
    for (unsigned i = 0; i < times; ++i, ps += 1 + random() % 20'000)
        for (unsigned k = 0; k <= random() % 3; ++k) {
            const auto variable = static_cast<std::uint32_t>(random() % declared.size());
            const unsigned bits = declared[variable].bits;
            const std::uint64_t value = bits == WaveFile::kWords ? random() % 9 : random() >> (64 - bits);
            all.push_back({ps, value, variable, bits != WaveFile::kWords && random() % 8 == 0});
        }
    return all;
}

void write_initial(WaveFile& file, const std::vector<WaveFile::Variable>& declared) {
    file.declare(declared);
    file.time(0);
    for (std::size_t i = 0; i < declared.size(); ++i)
        declared[i].describe ? file.words(i, stars(1)) : file.value(i, WaveFile::Value::unknown_bits());
    file.initial_values_end();
}

/// Change by change.
void write_singly(WaveFile& file, const std::vector<WaveFile::Variable>& declared,
                  const std::vector<WaveFile::Change>& changes) {
    write_initial(file, declared);
    for (const WaveFile::Change& c : changes) {
        file.time(c.ps);
        declared[c.variable].describe ? file.words(c.variable, stars(c.bits))
                                      : file.value(c.variable, WaveFile::Value::of(c.bits, c.floating));
    }
    file.finish();
}

void write_together(WaveFile& file, const std::vector<WaveFile::Variable>& declared,
                    const std::vector<WaveFile::Change>& changes) {
    write_initial(file, declared);
    constexpr std::size_t kPart = 777;
    for (std::size_t i = 0; i < changes.size(); i += kPart)
        file.put(changes.data() + i, std::min(kPart, changes.size() - i));
    file.finish();
}

class Fst : public ::testing::Test, protected test::InFolder {
protected:
    const std::string fst_ = folder_ + "/w.fst", vcd_ = folder_ + "/w.vcd";
};

TEST_F(Fst, HoldsTheValuesOfAVcdInOneSectionAndInMany) {
    const auto declared = variables(64);
    const auto changes = random_changes(declared, 30'000);
    VcdFile vcd("--vcd", vcd_);
    write_singly(vcd, declared, changes);
    const auto expected = test::wave_values(vcd_);
    ASSERT_GT(expected.size(), 30'000u);
    for (const std::size_t block_octets : {std::size_t{1} << 30, std::size_t{20'000}}) {
        FstFile fst("--vcd", fst_, block_octets);
        write_singly(fst, declared, changes);
        EXPECT_EQ(core::fst_damage(fst_), "");
        EXPECT_EQ(test::wave_values(fst_), expected);
        const unsigned found = sections(fst_, kChangesSection);
        EXPECT_EQ(found == 1, block_octets > 20'000) << found;
    }
}

TEST_F(Fst, ChangesPutTogetherAndSinglyMakeEqualFiles) {
    const auto declared = variables(64);
    const auto changes = random_changes(declared, 20'000);
    for (const bool is_fst : {false, true}) {
        const std::string singly = folder_ + (is_fst ? "/s.fst" : "/s.vcd"), together = folder_ + "/t";
        const auto make = [is_fst](const std::string& path) -> std::unique_ptr<WaveFile> {
            if (is_fst) return std::make_unique<FstFile>("--vcd", path, 50'000);
            return std::make_unique<VcdFile>("--vcd", path);
        };
        write_singly(*make(singly), declared, changes);
        write_together(*make(together), declared, changes);
        EXPECT_EQ(octets_of(singly), octets_of(together)) << is_fst;
    }
}

TEST_F(Fst, BitsMayBeKnownUnknownAndFloatingInOneValue) {
    const std::vector<WaveFile::Variable> declared{{"top", "one", 1}, {"top", "many", 13}};
    std::mt19937_64 random(3);
    VcdFile vcd("--vcd", vcd_);
    FstFile fst("--vcd", fst_);
    for (WaveFile* file : std::initializer_list<WaveFile*>{&vcd, &fst}) write_initial(*file, declared);
    for (std::uint64_t ps = 1; ps < 500; ++ps) {
        const std::uint64_t floating = random() & random() & 0x1FFF;
        const std::uint64_t unknown = floating | (random() & random() & 0x1FFF);
        const WaveFile::Value value{random() & 0x1FFF, unknown, floating};
        for (WaveFile* file : std::initializer_list<WaveFile*>{&vcd, &fst}) {
            file->time(ps);
            file->value(0, {value.bits, value.unknown & 1, value.floating & 1});
            file->value(1, value);
        }
    }
    vcd.finish();
    fst.finish();
    EXPECT_EQ(test::wave_values(fst_), test::wave_values(vcd_));
}

TEST_F(Fst, ManyVariablesOfWhichFewChange) {
    const auto declared = variables(3000);
    std::vector<WaveFile::Change> changes;
    for (std::uint64_t ps = 1; ps < 100; ++ps)
        changes.push_back({ps, ps & 1, static_cast<std::uint32_t>(ps % 3 == 0 ? 0 : 2900), false});
    VcdFile vcd("--vcd", vcd_);
    write_singly(vcd, declared, changes);
    FstFile fst("--vcd", fst_);
    write_singly(fst, declared, changes);
    EXPECT_EQ(test::wave_values(fst_), test::wave_values(vcd_));
}

/// The same clock of two directions.
TEST_F(Fst, EqualVariablesAreWrittenOnce) {
    const auto size = [this](unsigned count) {
        std::vector<WaveFile::Variable> declared;
        for (unsigned i = 0; i < count; ++i) declared.push_back({"top", "c" + std::to_string(i), 16});
        FstFile fst("--vcd", fst_);
        write_initial(fst, declared);
        std::mt19937 random(1);
        for (std::uint64_t ps = 1; ps < 20'000; ++ps) {
            fst.time(ps);
            const std::uint64_t value = random() & 0xFFFF;
            for (unsigned i = 0; i < count; ++i) fst.value(i, WaveFile::Value::of(value, false));
        }
        fst.finish();
        const auto values = test::wave_values(fst_);
        EXPECT_EQ(values.size(), count * 20'000u);
        return octets_of(fst_).size();
    };
    EXPECT_LT(size(4), size(1) + 200);
}

TEST_F(Fst, AFileWithoutATimeIsComplete) {
    FstFile fst("--vcd", fst_);
    fst.declare(variables(5));
    fst.finish();
    EXPECT_EQ(core::fst_damage(fst_), "");
    EXPECT_EQ(sections(fst_, kChangesSection), 1u);
}

TEST_F(Fst, AFileThatCannotGrowIsReportedAndRemoved) {
    const auto declared = variables(64);
    const auto changes = random_changes(declared, 30'000);
    const test::FileSizeLimit limit(20'000);
    {
        FstFile fst("--vcd", fst_, 20'000);
        write_initial(fst, declared);
        EXPECT_NO_THROW(fst.check());
        fst.put(changes.data(), changes.size());
        EXPECT_THROW(fst.check(), core::ConfigError);
        EXPECT_THROW(fst.finish(), core::ConfigError);
    }
    EXPECT_TRUE(std::filesystem::is_empty(folder_));
}

TEST_F(Fst, ADeviceIsRefused) { EXPECT_THROW(FstFile("--vcd", "/dev/null"), core::ConfigError); }

TEST(FstEncoding, NumbersHaveTheOctetsOfLeb128) {
    const auto unsigned_octets = [](std::uint64_t v) {
        std::string text;
        fst::add_varint(text, v);
        return text;
    };
    const auto signed_octets = [](std::int64_t v) {
        std::string text;
        fst::add_signed_varint(text, v);
        return text;
    };
    EXPECT_EQ(unsigned_octets(0), std::string("\x00", 1));
    EXPECT_EQ(unsigned_octets(127), "\x7F");
    EXPECT_EQ(unsigned_octets(624485), "\xE5\x8E\x26");
    EXPECT_EQ(unsigned_octets(~std::uint64_t{0}).size(), fst::kVarintOctets);
    EXPECT_EQ(signed_octets(-123456), "\xC0\xBB\x78");
    EXPECT_EQ(signed_octets(64), std::string("\xC0\x00", 2));
    EXPECT_EQ(signed_octets(-64), "\x40");
    EXPECT_EQ(signed_octets(-1), "\x7F");
}

}  // namespace
}  // namespace niclab::probe
