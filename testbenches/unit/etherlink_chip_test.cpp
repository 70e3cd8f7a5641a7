// Registers of the card, by accesses of its host: windows, EEPROM, commands, interrupts, media,
// statistics, resets.
#include <gtest/gtest.h>

#include "support/etherlink_bench.h"

namespace niclab::test {

class EtherLinkChip : public EtherLinkTest {
protected:
    using Command = EtherLinkBench::Command;
    static etherlink::Config quick() {
        etherlink::Config c;
        c.eeprom_read_us = 5, c.total_reset_us = 20;
        return c;
    }
};

TEST_F(EtherLinkChip, IsFoundAndSaysWhatItIsInItsEeprom) {
    etherlink::Config config;
    config.address = {0x00, 0x60, 0x8C, 0x12, 0x34, 0x56};
    run_program(
        [](Bench& b) {
            b.find();
            EXPECT_EQ(b.bridge.config_read32(5, 0), 0x595010B7u);
            const auto word = [&b](unsigned n) {
                b.set_window(0, 0x0A, 0x80 | n);
                EXPECT_EQ(b.in(0x0A), 0x8080 | n);  // busy, the word asked for
                b.pass(160);
                EXPECT_EQ(b.in(0x0A), 0x8080 | n);
                b.pass(3);
                EXPECT_EQ(b.in(0x0A), 0x0080 | n);
                return b.in(0x0C);
            };
            for (const unsigned at : {0u, 10u}) {
                EXPECT_EQ(word(at), 0x0060);
                EXPECT_EQ(word(at + 1), 0x8C12);
                EXPECT_EQ(word(at + 2), 0x3456);
            }
            EXPECT_EQ(word(3), 0x5950);
            EXPECT_EQ(word(7), 0x6D50);
            EXPECT_EQ(word(0x10) & 0x20, 0);  // no rings
            std::uint16_t sum = 0;
            for (unsigned i = 0; i < 0x18; ++i) sum ^= word(i);
            EXPECT_EQ((sum ^ sum >> 8) & 0xFF, 0);
            b.set_window(0, 0x0A, 0x80 | 3);
            EXPECT_EQ(b.in(0x0C), word(0x17));  // not there yet: the one before
        },
        config);
}

TEST_F(EtherLinkChip, WindowsShowTheirRegistersAndAWriteMovesTheOctetsEnabled) {
    run_program([](Bench& b) {
        b.find();
        for (unsigned w = 0; w < 8; ++w) {
            b.command(Command::SelectWindow, w);
            EXPECT_EQ(b.status() >> 13, w);
            EXPECT_EQ(b.in8(0x0F) >> 5, w);
        }
        b.command(Command::SelectWindow, 2);
        for (unsigned i = 0; i < 6; ++i) b.out8(i, 0xA0 + i);
        EXPECT_EQ(b.in32(0), 0xA3A2A1A0u);
        EXPECT_EQ(b.in(4), 0xA5A4);
        b.out8(3, 0x77);
        EXPECT_EQ(b.in32(0), 0x77A2A1A0u);
        b.set_window(3, 2, 0x0140);
        EXPECT_EQ(b.in32(0), 0x01400003u);
        EXPECT_EQ(b.in(8), 0x000A);  // 100BASE-TX and 10BASE-T
        EXPECT_EQ(b.in(0x0C), 32768);
        EXPECT_EQ(b.in(0x0A), 32768);
        EXPECT_EQ(b.window(5, 0x00), 0x1FFC);
        b.command(Command::SetTxStartThreshold, 64), b.command(Command::SetRxFilter, 0xB);
        b.command(Command::SetStatusEnable, 0x55), b.command(Command::SetInterruptEnable, 0x2B);
        EXPECT_EQ(b.in(0x00), 256);
        EXPECT_EQ(b.in(0x08), 0xB);
        EXPECT_EQ(b.in(0x0A), 0x2B);
        EXPECT_EQ(b.in(0x0C), 0x55);
        b.command(Command::SelectWindow, 7);
        b.out32(0, 0x12345678), b.out(6, 1500);
        EXPECT_EQ(b.in32(0), 0x12345678u);
        EXPECT_EQ(b.in(6), 1500);
        EXPECT_EQ(b.window(1, 0x0C), b.in(0x1C));  // window 1 is at both places
    });
}

TEST_F(EtherLinkChip, ACommandIsAWordAndItsOctetsAloneAreNone) {
    run_program([](Bench& b) {
        b.find();
        b.command(Command::SelectWindow, 3);
        b.out8(0x0F, unsigned(Command::SelectWindow) << 3), b.out8(0x0E, 5);
        EXPECT_EQ(b.status() >> 13, 3);
        b.bridge.io_write(Bench::kBase + 0x0C, 4, (unsigned(Command::SelectWindow) << 11 | 5) << 16);
        EXPECT_EQ(b.status() >> 13, 5);
    });
}

TEST_F(EtherLinkChip, IndicationsAreSeenAndInterruptWhereTheyAreEnabled) {
    run_program([](Bench& b) {
        b.find();
        const auto inta = [&b] {
            b.pass(0.5);
            return b.bridge.interrupt().read();
        };
        b.command(Command::RequestInterrupt);
        EXPECT_EQ(b.status() & 0x0FFF, 0);
        b.command(Command::SetStatusEnable, 0x40);
        EXPECT_EQ(b.status() & 0x0FFF, 0x40);
        EXPECT_FALSE(inta());
        b.command(Command::SetInterruptEnable, 0x41);
        EXPECT_TRUE(inta());
        EXPECT_EQ(b.status() & 0x0FFF, 0x41);
        b.command(Command::Acknowledge, 0x01);  // its cause is still there
        EXPECT_TRUE(inta());
        b.command(Command::Acknowledge, 0x40);  // the latch stays until it is acknowledged itself
        EXPECT_TRUE(inta());
        EXPECT_EQ(b.status() & 0x0FFF, 0x01);
        b.command(Command::Acknowledge, 0x01);
        EXPECT_FALSE(inta());
        b.command(Command::RequestInterrupt);
        EXPECT_TRUE(inta());
        b.pass(32);
        EXPECT_EQ(b.in8(0x1A), 10);  // 3.2 us each
        b.command(Command::SetInterruptEnable, 0);
        EXPECT_FALSE(inta());
    });
}

TEST_F(EtherLinkChip, LinkBeatIsThatOfTheTransceiverChosen) {
    run_program([](Bench& b) {
        b.start(5, 4);  // 100BASE-TX, on a network of 10 Mb/s
        EXPECT_EQ(b.window(4, 0x0A), 0x00C0);
        b.set_window(3, 2, 0x0100);
        EXPECT_EQ(b.window(4, 0x0A), 0x08C0);
        b.out(0x0A, 0xFF40);  // without link beat enabled it shows none
        EXPECT_EQ(b.in(0x0A), 0x0040);
        b.out(0x0A, 0x0080);
        EXPECT_EQ(b.in(0x0A), 0x0880);
        b.card.chip.set_link(false);
        EXPECT_EQ(b.in(0x0A), 0x0080);
        EXPECT_EQ(b.window(4, 8) & 2, 2);  // The management data wire is not driven.
        b.out(8, 4);
        EXPECT_EQ(b.in(8), 4);
    });
}

TEST_F(EtherLinkChip, StatisticsCountWhereEnabledAndBeginAnewWhenRead) {
    run_program([](Bench& b) {
        b.start();
        const ether_board::Address peer{2, 0, 0, 0, 0, 9};
        for (unsigned i = 0; i < 3; ++i) b.transmit(Bench::frame(peer, 100));
        b.peer_sends(Bench::frame(b.own, 400));
        b.pass(1500);
        EXPECT_EQ(b.counter(6), 3);
        EXPECT_EQ(b.counter(6), 0);
        EXPECT_EQ(b.counter(7), 1);
        EXPECT_EQ(b.in(12), 300);
        EXPECT_EQ(b.in(12), 0);
        EXPECT_EQ(b.in8(10), 400 & 0xFF);  // an octet begins anew alone
        EXPECT_EQ(b.in(10), 400 & 0xFF00);
        b.command(Command::StatisticsDisable);
        b.transmit(Bench::frame(peer, 100));
        b.pass(200);
        EXPECT_EQ(b.counter(6), 0);
    });
}

TEST_F(EtherLinkChip, ACounterHalfWayToItsEndIsTold) {
    run_program([](Bench& b) {
        b.start();
        b.set_window(4, 0x06, 0);  // sixteen bits of octets
        const auto frame = Bench::frame({2, 0, 0, 0, 0, 9}, 1514);
        for (unsigned i = 0; i < 21; ++i) b.transmit(frame);
        b.pass(27'000);
        EXPECT_EQ(b.status() & 0x0080, 0);  // 31 794
        b.transmit(frame);
        EXPECT_EQ(b.wait_for(0x0080, 2000) & 0x0080, 0x0080);  // 33 308
        b.command(Command::SelectWindow, 6);
        EXPECT_EQ(b.in(12), 22 * 1514);
        EXPECT_EQ(b.status() & 0x0080, 0);
    });
}

TEST_F(EtherLinkChip, ResetsTakeTheirTimeAndLeaveNothing) {
    run_program(
        [](Bench& b) {
            b.start();
            b.out32(0x10, 200);
            EXPECT_EQ(b.in(0x1C), 32764);
            b.command(Command::TxReset);
            EXPECT_EQ(b.status() & 0x1000, 0x1000);
            while (b.status() & 0x1000) b.pass(0.1);
            EXPECT_EQ(b.in(0x1C), 32768);
            b.peer_sends(Bench::frame(b.own, 100));
            EXPECT_EQ(b.wait_for(0x0010) & 0x0010, 0x0010);
            b.finish(Command::RxReset);
            EXPECT_EQ(b.in(0x18), 0x8000);
            EXPECT_EQ(b.window(5, 8), 0);
            b.finish(Command::TotalReset);
            EXPECT_EQ(b.status(), 0);
            EXPECT_EQ(b.window(3, 2), 0x0142);  // out of the EEPROM again
            EXPECT_EQ(b.window(2, 0), 0);
        },
        quick());
}

TEST_F(EtherLinkChip, KeysOutOfRangeAreRefused) {
    core::Clock bus_clock("bus_clock", {}), txc("txc", {100'000'000, 0, false}), rxc("rxc", {100'000'000, 0, false});
    pci::Bus bus("bus", bus_clock);
    etherlink::Config config;
    config.receive_packets = 0;
    EXPECT_THROW(etherlink::Card3c595("card", {bus_clock, bus, 5, "nic", txc, rxc}, config), std::invalid_argument);
}

}  // namespace niclab::test
