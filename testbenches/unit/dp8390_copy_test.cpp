// The times per word of AN-880's boards with a DP8390 in isa/copy.h equal those of the boards at
// signal level. While the chip's own DMA is idle they are equal to the clock, during a transmission
// on average.
#include <gtest/gtest.h>

#include "cards/dp8390/at_lantic.h"
#include "cards/dp8390/ne2000.h"
#include "cards/dp8390/wd8013.h"
#include "support/an880_words.h"
#include "support/dp8390_isa_bench.h"

namespace niclab::test {

namespace {

constexpr unsigned kWords = 200;

}  // namespace

class Dp8390CopyAtPins : public Dp8390IsaTest {
protected:
    /// On a bus without refresh, which copy.h does not have and rule I18 wants.
    template <class Board, class... More>
    static void on_board(const std::function<void(Dp8390IsaBench<Board>&)>& program, const More&... more) {
        run_bench<Dp8390IsaBench<Board>>(program, {"I18"}, isa::ControllerConfig{0}, more...);
    }
    /// Through the latches of an NE2000, or of what has its ports.
    template <class Board>
    static core::Femtoseconds latched(Dp8390IsaBench<Board>& b, bool write, unsigned words,
                                      core::Femtoseconds between) {
        b.out(0x0E, 0x49);
        b.remote(write ? 0x12 : 0x0A, 0x4000, 2 * words);
        sc_core::wait(2, sc_core::SC_US);
        return b.words(isa::Space::Port, write, IsaBench::kPort + 0x10, words, between);
    }
    template <class Board>
    static void expect_latched(const char* card) {
        on_board<Board>([card](Dp8390IsaBench<Board>& b) {
            const isa::CopyConfig out = copy_of(card, "out"), in = copy_of(card, "in", "reader");
            EXPECT_EQ(latched(b, true, kWords, out.between), computed_words(out, kWords));
            sc_core::wait(2, sc_core::SC_US);
            EXPECT_EQ(latched(b, false, kWords, in.between), computed_words(in, kWords));
        });
    }
};

TEST_F(Dp8390CopyAtPins, Ne2000) { expect_latched<dp8390::Ne2000>("ne2000"); }
TEST_F(Dp8390CopyAtPins, AtLanticInIoMode) { expect_latched<dp8390::AtLantic>("atlantic_io"); }

TEST_F(Dp8390CopyAtPins, AtLanticInSharedMode) {
    on_board<dp8390::AtLantic>(
        [](Dp8390IsaBench<dp8390::AtLantic>& b) {
            b.out(0, 0x40 | 0x28), b.out(5, 0x81);
            const isa::CopyConfig out = copy_of("atlantic_shared", "out"),
                                  in = copy_of("atlantic_shared", "in", "reader");
            const auto words = [&b](bool write, const isa::CopyConfig& c) {
                return b.words(isa::Space::Memory, write, IsaBench::kMemory, kWords, c.between);
            };
            EXPECT_EQ(words(true, out), computed_words(out, kWords));
            EXPECT_EQ(words(false, in), computed_words(in, kWords));
        },
        dp8390::AtLantic::at_lantic_defaults(), dp8390::Configuration::image(true, {}));
}

TEST_F(Dp8390CopyAtPins, Wd8013) {
    on_board<dp8390::Wd8013>([](Dp8390IsaBench<dp8390::Wd8013>& b) {
        b.out(0, 0x40 | 0x28), b.out(5, 0xC1);
        const isa::CopyConfig out = copy_of("smc_elite", "out");
        EXPECT_EQ(b.words(isa::Space::Memory, true, IsaBench::kMemory, kWords, out.between),
                  computed_words(out, kWords));
    });
}

/// While the chip sends: copy.h has a burst each 6.4 us from its beginning on, the chip has its own
/// where its FIFO has room.
TEST_F(Dp8390CopyAtPins, Ne2000WhileItSends) {
    on_board<dp8390::Ne2000>([](Dp8390IsaBench<dp8390::Ne2000>& b) {
        const isa::CopyConfig out = copy_of("ne2000", "out");
        b.out(0x0E, 0x49);
        b.send(0, 0x46, 1514);
        const double at_pins = double(latched(b, true, kWords, out.between));
        EXPECT_TRUE(b.in(0) & 4) << "it still sends";
        const double computed = double(computed_words(out, kWords, true));
        EXPECT_NEAR(at_pins, computed, 0.01 * computed);
    });
}

TEST_F(Dp8390CopyAtPins, AtLanticInSharedModeWhileItSends) {
    on_board<dp8390::AtLantic>(
        [](Dp8390IsaBench<dp8390::AtLantic>& b) {
            b.out(0, 0x40 | 0x28), b.out(5, 0x81), b.out(0x1E, 0x49);
            const isa::CopyConfig out = copy_of("atlantic_shared", "out");
            b.send(0x10, 0x20, 1514);
            const double at_pins = double(b.words(isa::Space::Memory, true, IsaBench::kMemory, kWords, out.between));
            EXPECT_TRUE(b.in(0x10) & 4) << "it still sends";
            const double computed = double(computed_words(out, kWords, true));
            EXPECT_NEAR(at_pins, computed, 0.01 * computed);
        },
        dp8390::AtLantic::at_lantic_defaults(), dp8390::Configuration::image(true, {}));
}

}  // namespace niclab::test
