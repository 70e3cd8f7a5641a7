// The WD8013 at signal level: memory that the CPU accesses directly, and the reports of copies to
// and from it.
#include <gtest/gtest.h>

#include "cards/dp8390/wd8013.h"
#include "support/dp8390_isa_bench.h"

namespace niclab::test {

class Wd8013 : public Dp8390IsaTest {
protected:
    struct Copied {
        bool into;
        core::Femtoseconds begun, ended;
    };
    /// With a ring of pages CH to 3FH and its memory at D0000H.
    struct Bench : Dp8390IsaBench<dp8390::Wd8013> {
        explicit Bench(sc_core::sc_module_name name) : Dp8390IsaBench(name, {}) {
            board.chip.copied.listen([this](core::Femtoseconds at, const bool& into, const core::Femtoseconds& begun) {
                copies.push_back({into, begun, at});
            });
        }
        void set_up() {
            out(0, 0x40 | 0x28), out(5, 0xC1);
            out(0x10, 0x21), out(0x11, 0x0C), out(0x12, 0x40);
        }
        void put(unsigned at, unsigned value) { bridge.memory_write(kMemory + at, 2, value); }
        unsigned get(unsigned at) { return bridge.memory_read(kMemory + at, 2); }
        std::vector<Copied> copies;
    };
    static void run_card(std::function<void(Bench&)> program) { run_bench<Bench>(std::move(program), {}); }
};

TEST_F(Wd8013, ACopyIsARunOfAccessesAndIsToldAtItsEnd) {
    run_card([](Bench& b) {
        b.set_up();
        const core::Femtoseconds before = core::now_fs();
        for (unsigned i = 0; i < 100; ++i) b.put(0x600 + 2 * i, 0x1357 * i & 0xFFFF);
        const core::Femtoseconds behind = core::now_fs();
        EXPECT_TRUE(b.copies.empty());  // one more could come
        for (unsigned i = 0; i < 100; ++i) ASSERT_EQ(b.get(0x600 + 2 * i), (0x1357 * i & 0xFFFF)) << i;
        ASSERT_EQ(b.copies.size(), 1u);
        EXPECT_TRUE(b.copies[0].into);
        EXPECT_GE(b.copies[0].begun, before);
        EXPECT_LT(b.copies[0].ended, behind);
        EXPECT_GT(b.copies[0].ended - b.copies[0].begun, 99 * core::Femtoseconds{360'000'000});
        b.out(0x13, 0x0D);  // BNRY
        ASSERT_EQ(b.copies.size(), 2u);
        EXPECT_FALSE(b.copies[1].into);
        EXPECT_GE(b.copies[1].begun, behind);
    });
}

TEST_F(Wd8013, BehindTheRingsLastPageACopyGoesOnAtItsFirst) {
    run_card([](Bench& b) {
        b.set_up();
        for (const unsigned at : {0x3FFCu, 0x3FFEu, 0x0C00u, 0x0C02u}) b.get(at);
        b.get(0x0C08);  // another one
        EXPECT_EQ(b.copies.size(), 1u);
        b.get(0x3FFE), b.get(0x0E00);
        b.out(0x13, 0x0D);
        EXPECT_EQ(b.copies.size(), 4u);
    });
}

TEST_F(Wd8013, FramesToSendAreNotOfTheRing) {
    run_card([](Bench& b) {
        b.set_up();
        b.put(0x3FFE, 1), b.put(0x0C00, 2);
        b.out(0x13, 0x0D);
        EXPECT_EQ(b.copies.size(), 2u);
    });
}

TEST_F(Wd8013, TheOtherDirectionIsAnotherCopy) {
    run_card([](Bench& b) {
        b.set_up();
        b.put(0x100, 1), b.get(0x102);
        b.out(0x13, 0x0D);
        ASSERT_EQ(b.copies.size(), 2u);
        EXPECT_TRUE(b.copies[0].into && !b.copies[1].into);
    });
}

TEST_F(Wd8013, OctetsMakeACopyAsWordsDo) {
    run_card([](Bench& b) {
        b.set_up();
        b.bridge.memory_write(Bench::kMemory + 0x101, 1, 0x11);
        b.put(0x102, 0x3322);
        b.bridge.memory_write(Bench::kMemory + 0x104, 1, 0x44);
        EXPECT_EQ(b.bridge.memory_read(Bench::kMemory + 0x101, 4), 0x44332211u);
        ASSERT_EQ(b.copies.size(), 1u);
        EXPECT_TRUE(b.copies[0].into);
    });
}

}  // namespace niclab::test
