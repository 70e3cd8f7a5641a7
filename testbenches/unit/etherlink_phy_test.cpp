// The PHY of a 3C905B on its management wires, the EEPROM and the registers that drivers read.
#include <gtest/gtest.h>

#include "support/etherlink_list_bench.h"

namespace niclab::test {

class EtherLinkPhy : public EtherLinkListTest {
protected:
    using Command = EtherLinkListBench::Command;
    static etherlink::Config quick() {
        etherlink::Config c = etherlink::Card3c905::card_3c905b_defaults();
        c.eeprom_read_us = 1;
        return c;
    }
    static void detects(unsigned mbps) {
        etherlink::Config config = quick();
        config.mbps = mbps;
        run_program(
            [mbps](Bench& b) {
                b.find();
                EXPECT_EQ(b.phy_read(24, 5), mbps == 100 ? 0x0081 : 0x0021);
                EXPECT_EQ(b.phy_read(24, 6), 0);
                b.phy_write(24, 0, mbps == 100 ? 0x0000 : 0x2000);  // the other rate, forced
                EXPECT_EQ(b.phy_read(24, 1) & 0x0024, 0);
                b.phy_write(24, 0, mbps == 100 ? 0x2000 : 0x0000);
                b.phy_read(24, 1);
                EXPECT_EQ(b.phy_read(24, 1) & 0x0024, 0x0004);
                b.phy_write(24, 0, 0x8000);
                EXPECT_EQ(b.phy_read(24, 0), 0x3000);
            },
            config);
    }
};

TEST_F(EtherLinkPhy, AnswersAtItsAddressAfterAPreamble) {
    run_program([](Bench& b) {
        b.find();
        EXPECT_EQ(b.phy_read(24, 1), 0x782D);
        EXPECT_EQ(b.phy_read(23, 1), -1);
        EXPECT_EQ(b.phy_read(24, 1, 10), -1);
        EXPECT_EQ(b.phy_read(24, 0), 0x3000);
        EXPECT_EQ(b.phy_read(24, 2), 0);
        EXPECT_EQ(b.phy_read(24, 3), 0);
        EXPECT_EQ(b.phy_read(24, 4), 0x01E1);
    });
}

TEST_F(EtherLinkPhy, DetectsANetworkOf10Mbps) { detects(10); }

TEST_F(EtherLinkPhy, DetectsANetworkOf100Mbps) { detects(100); }

TEST_F(EtherLinkPhy, NegotiatesFullDuplex) {
    etherlink::Config config = quick();
    config.mbps = 100;
    config.mac.rules.full_duplex = true;
    ether::MacRules peer;
    peer.full_duplex = true;
    run_program(
        [](Bench& b) {
            b.find();
            EXPECT_EQ(b.phy_read(24, 5), 0x4181);
            EXPECT_EQ(b.phy_read(24, 6), 1);
            b.set_window(3, 6, 0x20);
            EXPECT_EQ(b.card.chip.ignored_mode(), nullptr);
        },
        config, 10.0, peer);
}

TEST_F(EtherLinkPhy, RemembersALostLinkUntilItIsRead) {
    run_program([](Bench& b) {
        b.start(5, Bench::kAutonegotiation);
        b.give_buffers(2);
        b.card.chip.set_link(false);
        EXPECT_EQ(b.phy_read(24, 1) & 0x0024, 0);
        b.peer_sends(Bench::frame(b.own, 100));
        EXPECT_EQ(b.received(0, 300), 0u);
        b.card.chip.set_link(true);
        EXPECT_EQ(b.phy_read(24, 1) & 0x0004, 0);
        EXPECT_EQ(b.phy_read(24, 1) & 0x0024, 0x0024);
        b.peer_sends(Bench::frame(b.own, 100));
        EXPECT_NE(b.received(0, 300), 0u);
    });
}

/// As 3c59x.c adds them: all words up to the checksum at 20H give zero.
TEST_F(EtherLinkPhy, TheEepromHasTheProductAndItsCapabilities) {
    run_program(
        [](Bench& b) {
            b.find();
            b.command(Command::SelectWindow, 0);
            std::vector<std::uint16_t> words;
            std::uint16_t sum = 0;
            for (unsigned i = 0; i < 0x40; ++i) {
                b.out(0x0A, 0x80 | i);
                while (b.in(0x0A) & 0x8000) b.pass(1);
                words.push_back(b.in(0x0C));
                if (i <= 0x20) sum ^= words.back();
            }
            EXPECT_EQ((sum ^ sum >> 8) & 0xFF, 0);
            EXPECT_EQ(words[3], 0x9055);
            EXPECT_EQ(words[7], 0x6D50);
            EXPECT_NE(words[16] & 0x20, 0);
            EXPECT_EQ(words[15] & 1, 0);
        },
        quick());
}

TEST_F(EtherLinkPhy, TheRegistersAreThoseOfThisCard) {
    run_program([](Bench& b) {
        b.find();
        EXPECT_EQ(b.bridge.config_read32(5, 0), 0x9055'10B7u);
        b.command(Command::SelectWindow, 3);
        EXPECT_EQ(b.in32(0), 0x0180'0000u);
        EXPECT_EQ(b.in(8), 0x000A);
        EXPECT_EQ(b.in(0x0A), 5120);
        EXPECT_EQ(b.in(0x0C), 3072);
        EXPECT_EQ(b.window(4, 6) & 0x3E, 12 << 1);
        b.set_window(7, 4, 0x8100), b.set_window(7, 0x0C, 2);
        EXPECT_EQ(b.window(7, 4), 0x8100);
        EXPECT_EQ(b.window(7, 0x0C), 2);
    });
}

/// MaxPktSize is without FCS.
TEST_F(EtherLinkPhy, AFrameAboveTheMaximumSizeIsMarked) {
    run_program([](Bench& b) {
        b.start(5, Bench::kAutonegotiation);
        b.give_buffers(3);
        b.peer_sends(Bench::frame(b.own, 1515));
        EXPECT_EQ(b.received(0), 0x0010'C000u | 1515);
        b.set_window(3, 4, 1518);
        b.peer_sends(Bench::frame(b.own, 1518));
        EXPECT_EQ(b.received(1), 0x8000u | 1518);
        b.peer_sends(Bench::frame(b.own, 1519));
        EXPECT_EQ(b.received(2), 0x0010'C000u | 1519);
    });
}

}  // namespace niclab::test
