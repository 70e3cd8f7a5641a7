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

/// As e1000e uses them for an MTU above 1500: 128 octets, and pages.
TEST_F(I8254x82574l, AWideDescriptorHasSeveralBuffers) {
    run_program(
        [](Bench& b) {
            b.start(0x0400'8002 | 0x20 | 0x400, 0);
            b.set(0x5008, 0x8000), b.set(0x2170, 1 | 4u << 8 | 4u << 16);
            b.set(0x2808, 256);
            for (unsigned n = 0; n < 8; ++n) {
                const std::uint32_t at = Bench::kReceiveRing + 32 * n;
                for (unsigned k = 0; k < 8; ++k) b.set_word(at + 4 * k, 0);
                b.set_word(at, b.buffer(n)), b.set_word(at + 8, 0x20000 + 0x1000 * n);
                b.set_word(at + 16, 0x30000 + 0x1000 * n);
            }
            b.set(0x2818, 7);
            const Bench::Octets whole = Bench::frame(b.own, 6000, 3), small = Bench::frame(b.own, 100, 9);
            b.peer_sends(whole), b.peer_sends(small);
            const std::uint32_t first = Bench::kReceiveRing, second = first + 32;
            for (int us = 0; us < 300 && !(b.word(second + 8) & 1); ++us) b.pass(1);
            EXPECT_EQ(b.word(first + 8), 0x7u);
            EXPECT_EQ(b.word(first + 12), 128u);
            EXPECT_EQ(b.word(first + 16), 4096u << 16);
            EXPECT_EQ(b.word(first + 20), 6000u - 128 - 4096);
            Bench::Octets stored = b.get(b.buffer(0), 128);
            for (const auto& [at, octets] : {std::pair{0x20000u, 4096u}, std::pair{0x30000u, 6000u - 128 - 4096}}) {
                const Bench::Octets part = b.get(at, octets);
                stored.insert(stored.end(), part.begin(), part.end());
            }
            EXPECT_EQ(stored, whole);
            EXPECT_EQ(b.word(second + 12), 100u);
            EXPECT_EQ(b.word(second + 16), 0u);
            EXPECT_EQ(b.get(b.buffer(1), 100), small);
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

/// IVAR, EIAC, IAM, EITR.
TEST_F(I8254x82574l, CausesWithAVectorAreMessages) {
    run_program(
        [](Bench& b) {
            auto& messages = b.card.chip.messages;
            const auto expect = [&](unsigned vector, const char* what) {
                b.pass(1);
                ASSERT_TRUE(messages.has_item()) << what;
                EXPECT_EQ(messages.item(), vector) << what;
                messages.take();
            };
            b.find();
            b.set(0xE4, (8u | 4u) << 16 | (8u | 1u) << 8 | 8u);
            b.set(0xD0, 0x0150'0044);
            b.set(0xC8, 0x80);
            expect(0, "received");
            b.pass(2);
            EXPECT_FALSE(messages.has_item()) << "one message, as long as the cause remains";
            EXPECT_FALSE(b.bridge.interrupt().read()) << "no INTA#";
            EXPECT_EQ(b.reg(0xC0) & 0x0150'0080, 0x0010'0080u) << "EIAC is 0";
            b.set(0xDC, 0x0050'0000), b.set(0xE0, ~0u), b.set(0x18, 1u << 24);
            b.set(0xC8, 1);
            expect(1, "sent");
            EXPECT_EQ(b.reg(0xD0), 0x0110'0044u) << "masked by its message";
            EXPECT_EQ(b.reg(0xC0) & 0x0050'0000, 0u) << "cleared by its message";
            b.set(0xC8, 0x40);
            expect(4, "overrun");
            EXPECT_EQ(b.reg(0xC0) & 0x0100'0040, 0x0100'0040u) << "not in EIAC";
            b.set(0xE8, 100);  // 25.6 us
            b.set(0xD0, 0x0010'0000), b.set(0xC8, 0x80);
            expect(0, "the first of an interval");
            b.set(0xD0, 0x0010'0000), b.set(0xC8, 0x80);
            b.pass(20);
            EXPECT_FALSE(messages.has_item()) << "too early";
            b.pass(6);
            expect(0, "after the interval");
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
