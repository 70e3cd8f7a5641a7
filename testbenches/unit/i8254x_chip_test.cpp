// The 82540EM: its registers, EEPROM, PHY and link, and the moderation of its interrupt.
#include <gtest/gtest.h>

#include <map>

#include "support/i8254x_bench.h"

namespace niclab::test {

class I8254xChip : public I8254xTest {};

namespace {

/// The word that the EEPROM shifts out through EECD, as drivers read it.
std::uint16_t word_by_microwire(I8254xBench& b, unsigned address) {
    b.set(0x10, 0x40);
    EXPECT_TRUE(b.reg(0x10) & 0x80);
    const auto bit = [&b](bool in) {
        const std::uint32_t level = 0x42 | (in ? 4 : 0);
        b.set(0x10, level), b.set(0x10, level | 1), b.set(0x10, level);
        return (b.reg(0x10) & 8) != 0;
    };
    const unsigned command = 6u << 6 | address;
    for (int i = 8; i >= 0; --i) bit(command >> i & 1);
    EXPECT_FALSE(b.reg(0x10) & 8);
    unsigned word = 0;
    for (int i = 0; i < 16; ++i) word = word << 1 | unsigned(bit(false));
    b.set(0x10, 0);
    return std::uint16_t(word);
}

}  // namespace

TEST_F(I8254xChip, IsFoundByItsConfigurationSpace) {
    run_program([](Bench& b) {
        EXPECT_EQ(b.bridge.config_read32(5, 0), 0x100E'8086u);
        b.bridge.config_write32(5, 0x10, ~0u);
        EXPECT_EQ(b.bridge.config_read32(5, 0x10), 0xFFFE'0000u);
        b.bridge.config_write32(5, 0x18, ~0u);
        EXPECT_EQ(b.bridge.config_read32(5, 0x18), 0xFFFF'FFC1u);
    });
}

TEST_F(I8254xChip, ItsEepromReadsTheSameByEerdAndBitByBit) {
    run_program([](Bench& b) {
        b.find();
        unsigned sum = 0;
        for (unsigned n = 0; n < 64; ++n) {
            b.set(0x14, n << 8 | 1);
            EXPECT_FALSE(b.reg(0x14) & 0x10) << "a word takes its time";
            while (!(b.reg(0x14) & 0x10)) b.pass(5);
            const unsigned word = b.reg(0x14) >> 16;
            if (n < 4 || n == 63) {
                EXPECT_EQ(word_by_microwire(b, n), word) << n;
            }
            sum += word;
            if (n < 3) {
                EXPECT_EQ(word, b.own[2 * n] | unsigned{b.own[2 * n + 1]} << 8);
            }
        }
        EXPECT_EQ(sum & 0xFFFF, 0xBABAu);
        EXPECT_EQ(b.reg(0x5400), 0x0000'0002u);
        EXPECT_EQ(b.reg(0x5404), 0x8000'5500u);
    });
}

TEST_F(I8254xChip, TheIoWindowReachesTheSameRegisters) {
    run_program([](Bench& b) {
        b.find();
        b.set(0x410, 0x1234);
        b.bridge.io_write(Bench::kPorts, 4, 0x410);
        EXPECT_EQ(b.bridge.io_read(Bench::kPorts + 4, 4), 0x1234u);
        b.bridge.io_write(Bench::kPorts + 4, 4, 0x5678);
        EXPECT_EQ(b.reg(0x410), 0x5678u);
        b.bridge.io_write(Bench::kPorts, 4, 0);
        b.bridge.io_write(Bench::kPorts + 4, 4, 1u << 26);
        EXPECT_EQ(b.reg(0x410), 0u) << "a reset clears it";
        const std::map<std::uint32_t, std::uint32_t> kept_bits{
            {0x2C, 0xFFFF}, {0x410, 0x3FFF'FFFF}, {0x2168, 0xFFF8}, {0x540C, 0x8003'FFFF}, {0x5408, 0xFFFF'FFFF}};
        for (const auto& [at, kept] : kept_bits) {
            b.set(at, ~0u);
            EXPECT_EQ(b.reg(at), kept) << at;
        }
        EXPECT_EQ(b.reg(0x5404), 0x8000'5500u);
    });
}

TEST_F(I8254xChip, ThePhyNegotiatesALinkAndReportsItsChanges) {
    run_program([](Bench& b) {
        b.find();
        EXPECT_EQ(b.phy(2), 0x0141);
        EXPECT_EQ(b.phy(3) & 0xFFF0, 0x0C20);
        b.set(0, 0x41), b.set(0xD0, 4);
        b.set_phy(0, 0x1200);
        EXPECT_FALSE(b.reg(8) & 2);
        b.pass(25);
        EXPECT_EQ(b.reg(8) & 0xC3, 0x83u) << "1000 Mb/s, full duplex";
        EXPECT_TRUE(b.bridge.interrupt().read());
        EXPECT_EQ(b.reg(0xC0) & 4, 4u);
        EXPECT_FALSE(b.bridge.interrupt().read());
        EXPECT_FALSE(b.phy(1) & 4) << "the loss of a link is latched";
        EXPECT_EQ(b.phy(1) & 0x24, 0x24);
        EXPECT_EQ(b.phy(17) & 0xAC00, 0xAC00);
        b.card.chip.set_link(false);
        b.pass(1);
        EXPECT_FALSE(b.reg(8) & 2);
        EXPECT_EQ(b.reg(0xC0) & 4, 4u);
        EXPECT_FALSE(b.phy(1) & 4);
        b.card.chip.set_link(true);
        b.pass(25);
        EXPECT_TRUE(b.reg(8) & 2);
        b.set_phy(9, 0), b.set_phy(0, 0x1200);  // 1000 Mb/s is not advertised.
        b.pass(25);
        EXPECT_FALSE(b.reg(8) & 2);
        b.set(0x20, 2u << 26 | 2u << 21);
        b.pass(30);
        EXPECT_EQ(b.reg(0x20) >> 30, 1u) << "no PHY at address 2";
    });
}

TEST_F(I8254xChip, InLoopbackOfThePhyFramesComeBackAndTheCableIsIgnored) {
    run_program([](Bench& b) {
        b.start();
        b.set_phy(0, 0x4140);
        EXPECT_TRUE(b.reg(8) & 2) << "a link without a cable";
        const Bench::Octets frame = Bench::frame(b.own, 100, 3);
        b.transmit(frame);
        EXPECT_EQ(b.wait_for(Bench::kReceiveRing, 0) & 3, 3u);
        EXPECT_EQ(b.get(Bench::buffer(0), 100), frame);
        EXPECT_TRUE(b.status(Bench::kSendRing, 0) & 1);
        b.peer_sends(Bench::frame(b.own, 100, 4));
        b.pass(20);
        EXPECT_FALSE(b.status(Bench::kReceiveRing, 1) & 1);
        EXPECT_TRUE(b.all_heard().empty());
        b.set_phy(0, 0x1200);
        b.pass(30);
        b.transmit(Bench::frame(b.own, 100, 5), 1);
        EXPECT_EQ(b.await_heard(1).size(), 1u);
        EXPECT_FALSE(b.status(Bench::kReceiveRing, 1) & 1);
    });
}

TEST_F(I8254xChip, AnInterruptIsMaskedClearedAndHeldBackByItr) {
    run_program([](Bench& b) {
        b.find();
        b.set(0xC8, 0x10);
        EXPECT_FALSE(b.bridge.interrupt().read());
        b.set(0xD0, 0x10);
        EXPECT_EQ(b.reg(0xD0), 0x10u);
        EXPECT_TRUE(b.bridge.interrupt().read());
        EXPECT_EQ(b.reg(0xC0), 0x10u);
        EXPECT_EQ(b.reg(0xC0), 0u);
        EXPECT_FALSE(b.bridge.interrupt().read());
        b.set(0xC4, 100);  // 25.6 us
        b.set(0xC8, 0x10);
        b.reg(0xC0);
        const double first = sc_core::sc_time_stamp().to_seconds() * 1e6;
        b.set(0xC8, 0x10);
        EXPECT_EQ(b.reg(0xD0), 0x10u);
        EXPECT_FALSE(b.bridge.interrupt().read());
        sc_core::wait(b.bridge.interrupt().posedge_event());
        EXPECT_NEAR(sc_core::sc_time_stamp().to_seconds() * 1e6 - first, 24.8, 1.5);
        b.set(0xD8, 0x10);
        EXPECT_EQ(b.reg(0xD0), 0u);
        EXPECT_FALSE(b.bridge.interrupt().read());
    });
}

TEST_F(I8254xChip, AReceiveDelayRestartsWithEachFrameUpToTheAbsoluteOne) {
    run_program([](Bench& b) {
        b.start();
        b.set(0x2820, 20), b.set(0x282C, 30), b.set(0xD0, 0x80);
        const auto elapsed = [from = sc_core::sc_time_stamp()] {
            return (sc_core::sc_time_stamp() - from).to_seconds() * 1e6;
        };
        b.reg(0xC0);
        for (unsigned n = 0; n < 2; ++n) {
            b.peer_sends(Bench::frame(b.own, 60));
            b.pass(15);
            EXPECT_FALSE(b.bridge.interrupt().read()) << n;
        }
        const double waited = elapsed();
        EXPECT_TRUE(b.wait_for(Bench::kReceiveRing, 1) & 1) << "stored before the interrupt";
        sc_core::wait(b.bridge.interrupt().posedge_event());
        EXPECT_NEAR(elapsed() - waited, 30 * 1.024 + 1.5 - 30, 2) << "the absolute delay from the first frame";
        EXPECT_EQ(b.reg(0xC0), 0x80u);
        b.set(0x282C, 0);
        b.peer_sends(Bench::frame(b.own, 60));
        b.pass(15);
        EXPECT_FALSE(b.bridge.interrupt().read());
        b.set(0x2820, 1u << 31 | 20);  // FPD
        b.pass(1);
        EXPECT_EQ(b.reg(0xC0) & 0x80, 0x80u);
    });
}

TEST_F(I8254xChip, AResetDropsFramesAndStopsTheRings) {
    run_program([](Bench& b) {
        b.start(0x0400'8002, 0);
        b.peer_sends(Bench::frame(b.own, 200));
        b.pass(5);
        EXPECT_FALSE(b.card.chip.idle());
        b.set(0, 1u << 26);
        EXPECT_EQ(b.reg(0), 0x201u);
        EXPECT_EQ(b.reg(0x2808), 0u);
        EXPECT_TRUE(b.card.chip.idle());
        b.start();
        b.peer_sends(Bench::frame(b.own, 100, 9));
        EXPECT_EQ(b.wait_for(Bench::kReceiveRing, 0) & 3, 3u);
        EXPECT_EQ(b.get(Bench::buffer(0), 100), Bench::frame(b.own, 100, 9));
    });
}

}  // namespace niclab::test
