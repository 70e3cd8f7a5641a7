// The 82574L: what its chip does differently from the 82540EM's with the same core.
#include <gtest/gtest.h>

#include "support/i8254x_bench.h"

namespace niclab::test {

class I8254x82574l : public I8254xTest {
protected:
    static i8254x::Config config() {
        i8254x::Config c = I8254xBench::quick();
        c.model = i8254x::k82574l;
        return c;
    }
};

TEST_F(I8254x82574l, HasItsIdentificationsItsBufferAndItsEerd) {
    run_program(
        [](Bench& b) {
            EXPECT_EQ(b.bridge.config_read32(5, 0), 0x10D3'8086u);
            b.find();
            EXPECT_EQ(b.phy(3), 0x0CB1);
            EXPECT_EQ(b.reg(0x1000), 20u | 20u << 16) << "KiB to receive, and to send";
            EXPECT_EQ(b.reg(0x10) & 0x200, 0x200u) << "loaded from the EEPROM";
            unsigned sum = 0;
            for (unsigned n = 0; n < 64; ++n) {
                b.set(0x14, n << 2 | 1);
                while (!(b.reg(0x14) & 2)) b.pass(5);
                sum += b.reg(0x14) >> 16;
            }
            EXPECT_EQ(sum & 0xFFFF, 0xBABAu);
            EXPECT_EQ(b.reg(8) & 1u << 19, 1u << 19);
            b.set(0, 0x45);
            EXPECT_EQ(b.reg(8) & 1u << 19, 0u) << "GIO master disabled";
        },
        config());
}

TEST_F(I8254x82574l, WritesExtendedResultsOfReceivedFrames) {
    run_program(
        [](Bench& b) {
            b.start();
            b.set(0x5008, 0x8000);
            const Bench::Octets frame = Bench::frame(b.own, 300, 5);
            b.peer_sends(frame);
            for (int us = 0; us < 100 && !(b.word(Bench::kReceiveRing + 8) & 1); ++us) b.pass(1);
            EXPECT_EQ(b.word(Bench::kReceiveRing + 8), 0x7u) << "DD, EOP, no checksum";
            EXPECT_EQ(b.word(Bench::kReceiveRing + 12), 300u);
            EXPECT_EQ(b.word(Bench::kReceiveRing), 0u) << "no hash";
            EXPECT_EQ(b.get(b.buffer(0), 300), frame);
            b.set(0x5008, 0);
            b.peer_sends(frame);
            EXPECT_EQ(b.wait_for(Bench::kReceiveRing, 1) & 7, 7u) << "the format of the 82540EM";
        },
        config());
}

TEST_F(I8254x82574l, AReadOfIcrTellsOfAnInterruptAndMasksIt) {
    run_program(
        [](Bench& b) {
            b.find();
            b.set(0xC8, 0x10);
            EXPECT_EQ(b.reg(0xC0), 0x10u) << "masked: no interrupt was requested";
            b.set(0xD0, 0x90), b.set(0xE0, 0x80);
            b.set(0xC8, 0x10);
            EXPECT_EQ(b.reg(0xC0), 0x8000'0010u);
            EXPECT_EQ(b.reg(0xD0), 0x90u) << "IAME is off";
            b.set(0x18, 1u << 27);
            b.set(0xC8, 0x10);
            EXPECT_EQ(b.reg(0xC0), 0x8000'0010u);
            EXPECT_EQ(b.reg(0xD0), 0x10u);
        },
        config());
}

TEST_F(I8254x82574l, AFlushOfTheSendRingWritesItsResults) {
    run_program(
        [](Bench& b) {
            b.start();
            b.set(0x3828, 5u << 16 | 1u << 24);  // WTHRESH
            b.transmit(Bench::frame(b.own, 100));
            b.pass(20);
            EXPECT_FALSE(b.status(Bench::kSendRing, 0) & 1);
            b.set(0x3820, 1u << 31);  // FPD
            EXPECT_EQ(b.wait_for(Bench::kSendRing, 0, 20) & 1, 1u);
        },
        config());
}

}  // namespace niclab::test
