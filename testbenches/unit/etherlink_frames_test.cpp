// Frames through the two FIFOs of the card, by programmed I/O and by its bus master.
#include <gtest/gtest.h>

#include "support/etherlink_bench.h"

namespace niclab::test {

class EtherLinkFrames : public EtherLinkTest {
protected:
    using Command = EtherLinkBench::Command;
    static const ether_board::Address kPeer;
};
const ether_board::Address EtherLinkFrames::kPeer{2, 0, 0, 0, 0, 9};

TEST_F(EtherLinkFrames, OfAllSizesLeave) {
    run_program([](Bench& b) {
        b.start();
        for (const std::size_t octets : {60u, 61u, 62u, 63u, 64u, 333u, 1514u}) {
            const auto frame = Bench::frame(kPeer, octets);
            b.transmit(frame);
            b.pass(double(octets) + 50);
            EXPECT_EQ(b.heard(), frame);
            EXPECT_EQ(b.in(0x1C), 32768) << octets;
        }
        auto frame = Bench::frame(kPeer, 20);
        b.transmit(frame);
        b.pass(100);
        frame.resize(60);  // Padded after the FIFO.
        EXPECT_EQ(b.heard(), frame);
        EXPECT_EQ(b.in8(0x1B), 0);
    });
}

TEST_F(EtherLinkFrames, At100MbpsByMii) {
    etherlink::Config config;
    config.mbps = 100;
    run_program(
        [](Bench& b) {
            b.start(5, 4);
            EXPECT_EQ(b.window(4, 0x0A), 0x08C0);
            for (const std::size_t octets : {60u, 61u, 1514u}) {
                const auto frame = Bench::frame(kPeer, octets);
                b.transmit(frame);
                b.pass(200);
                EXPECT_EQ(b.heard(), frame);
                const auto back = Bench::frame(b.own, octets, 9);
                b.peer_sends(back);
                EXPECT_EQ(b.receive(), back);
            }
            EXPECT_EQ(b.card.chip.sent().underruns, 0u);
        },
        config);
}

TEST_F(EtherLinkFrames, ByAccessesOfAnyWidth) {
    run_program([](Bench& b) {
        b.start();
        const auto frame = Bench::frame(kPeer, 64);
        b.out(0x10, 64), b.out(0x12, 0);
        for (unsigned i = 0; i < 32; ++i) b.out8(0x10 + i % 4, frame[i]);
        b.command(Command::SelectWindow, 1);
        for (unsigned i = 32; i < 64; i += 2) b.out(i % 4, frame[i] | frame[i + 1] << 8);
        b.pass(100);
        EXPECT_EQ(b.heard(), frame);
        b.peer_sends(Bench::frame(b.own, 64, 5));
        b.wait_for(0x0010);
        Bench::Octets got;
        for (unsigned i = 0; i < 30; ++i) got.push_back(b.in8(0x10));
        EXPECT_EQ(b.in(0x18), 34);
        while (got.size() < 64) {
            const std::uint16_t v = b.in(0x02);
            got.push_back(std::uint8_t(v)), got.push_back(std::uint8_t(v >> 8));
        }
        EXPECT_EQ(got, Bench::frame(b.own, 64, 5));
        EXPECT_EQ(b.status() & 0x0002, 0);
    });
}

TEST_F(EtherLinkFrames, ASuccessIsToldWhereItIsAskedForAndPoppedByAWrite) {
    run_program([](Bench& b) {
        b.start(5, 0, 0x04);
        b.transmit(Bench::frame(kPeer, 60)), b.transmit(Bench::frame(kPeer, 60), 0x8000);
        b.transmit(Bench::frame(kPeer, 60), 0x8000);
        EXPECT_EQ(b.wait_for(0x0004) & 0x0005, 0x0005);
        b.pass(200);
        EXPECT_EQ(b.in8(0x1B), 0xC0);
        b.out8(0x1A, 0);  // the timer is no status
        EXPECT_EQ(b.in8(0x1B), 0xC0);
        b.out8(0x1B, 0);
        EXPECT_EQ(b.status() & 0x0004, 0x0004);
        b.out8(0x1B, 0);
        EXPECT_EQ(b.in8(0x1B), 0);
        EXPECT_EQ(b.status() & 0x0004, 0);
        EXPECT_EQ(b.card.chip.sent().frames, 3u);
    });
}

TEST_F(EtherLinkFrames, MoreThan31StatusesOverflowAndStopTheTransmitter) {
    run_program([](Bench& b) {
        b.start();
        for (unsigned i = 0; i < 34; ++i) b.transmit(Bench::frame(kPeer, 60), 0x8000);
        b.pass(3000);
        EXPECT_EQ(b.card.chip.sent().frames, 32u);
        for (unsigned i = 0; i < 31; ++i, b.out8(0x1B, 0)) EXPECT_EQ(b.in8(0x1B), i < 30 ? 0xC0 : 0xC4) << i;
        EXPECT_EQ(b.in8(0x1B), 0);
        b.command(Command::TxEnable);
        b.pass(300);
        EXPECT_EQ(b.card.chip.sent().frames, 34u);
    });
}

TEST_F(EtherLinkFrames, RoomIsToldOnceItIsThere) {
    etherlink::Config config;
    config.ram_octets = 8192;
    run_program(
        [](Bench& b) {
            b.start();
            b.transmit(Bench::frame(kPeer, 1514)), b.transmit(Bench::frame(kPeer, 1514));
            b.command(Command::SetTxAvailableThreshold, 1536 / 4);
            EXPECT_EQ(b.status() & 0x0008, 0);
            EXPECT_LT(b.in(0x1C), 1536);
            EXPECT_EQ(b.wait_for(0x0008) & 0x0008, 0x0008);
            EXPECT_GE(b.in(0x1C), 1536);
            b.command(Command::Acknowledge, 0x08);
            b.pass(3000);
            EXPECT_EQ(b.status() & 0x0008, 0);
        },
        config);
}

TEST_F(EtherLinkFrames, AThresholdBeginsThemEarlyAndAnUnderrunStopsUntilAReset) {
    run_program([](Bench& b) {
        b.start();
        const auto frame = Bench::frame(kPeer, 200);
        b.command(Command::SetTxStartThreshold, 16);
        b.out32(0x10, 200);
        b.write({frame.begin(), frame.begin() + 60});
        b.pass(20);
        EXPECT_EQ(b.in(0x1C), 32768 - 64);  // header and octets: one dword short
        b.write({frame.begin() + 60, frame.end()});
        b.pass(300);
        EXPECT_EQ(b.heard(), frame);
        b.out32(0x10, 200);
        b.write({frame.begin(), frame.begin() + 64});
        b.pass(300);
        EXPECT_EQ(b.in8(0x1B), 0x90);
        b.command(Command::TxEnable);
        b.transmit(frame);
        b.pass(300);
        EXPECT_EQ(b.card.chip.sent().frames, 1u);
        b.finish(Command::TxReset), b.command(Command::TxEnable);
        b.transmit(frame);
        b.pass(300);
        EXPECT_EQ(b.heard(), frame);
        EXPECT_EQ(b.card.chip.sent().frames, 2u);
    });
}

TEST_F(EtherLinkFrames, MoreThanTheFifoHoldsIsAHostError) {
    etherlink::Config config;
    config.ram_octets = 8192;
    run_program(
        [](Bench& b) {
            b.start();
            b.command(Command::TxDisable);
            for (unsigned i = 0; i < 2; ++i) b.transmit(Bench::frame(kPeer, 1514));
            EXPECT_EQ(b.in(0x1C), 4096 - 2 * 1520);
            EXPECT_EQ(b.status() & 0x0002, 0);
            b.transmit(Bench::frame(kPeer, 1514));
            EXPECT_EQ(b.status() & 0x0002, 0x0002);
            EXPECT_EQ(b.window(4, 4) & 0x0400, 0x0400);
            b.finish(Command::TxReset);
            b.command(Command::Acknowledge, 2);
            EXPECT_EQ(b.status() & 0x0002, 0);
        },
        config);
}

TEST_F(EtherLinkFrames, WithoutLinkTheyAreGoneWithCarrierLost) {
    run_program([](Bench& b) {
        b.start(5, 4);  // the other transceiver
        b.transmit(Bench::frame(kPeer, 100)), b.transmit(Bench::frame(kPeer, 100));
        b.peer_sends(Bench::frame(b.own, 100));
        b.pass(300);
        EXPECT_EQ(b.counter(0), 2);
        EXPECT_EQ(b.in(0x1C), 32768);
        EXPECT_TRUE(b.peer.sink.frames.empty());
        EXPECT_EQ(b.in(0x18), 0x8000);
        EXPECT_EQ(b.card.chip.received().not_listening, 1u);
    });
}

TEST_F(EtherLinkFrames, AreMovedByTheBusMasterFromAndToAnyAddress) {
    run_program([](Bench& b) {
        b.start(5, 0, 0x100);
        for (const std::uint32_t offset : {0u, 1u, 2u, 3u}) {
            const auto frame = Bench::frame(kPeer, 1001 + offset, std::uint8_t(offset));
            const std::uint32_t at = Bench::kBuffer + offset;
            for (std::size_t i = 0; i < frame.size(); ++i) *b.memory.at(at + std::uint32_t(i)) = frame[i];
            b.out32(0x10, std::uint32_t(frame.size()));
            b.start_dma(true, at, (frame.size() + 3) & ~std::size_t{3});
            EXPECT_EQ(b.in(0x0C), 0x1000);  // this access has waited for it
            EXPECT_EQ(b.status() & 0x0901, 0x0101);
            b.out(0x0C, 0x1000);
            EXPECT_EQ(b.status() & 0x0100, 0);
            b.command(Command::Acknowledge, 1);
            b.pass(1000);
            EXPECT_EQ(b.heard(), frame);
            b.peer_sends(Bench::frame(b.own, 801 + offset, 3));
            EXPECT_EQ(b.wait_for(0x0010) & 0x0010, 0x0010);
            *b.memory.at(at + 801 + offset + 3) = 0xEE;
            b.start_dma(false, at, 801 + offset);
            while (b.in(0x0C) & 0x8000) b.pass(0.5);
            EXPECT_EQ(b.in(0x0C), 0x4000);
            Bench::Octets got;
            for (std::uint32_t i = 0; i < 801 + offset; ++i) got.push_back(*b.memory.at(at + i));
            EXPECT_EQ(got, Bench::frame(b.own, 801 + offset, 3));
            EXPECT_EQ(*b.memory.at(at + 801 + offset + 3), 0xEE);
            b.finish(Command::RxDiscard);
            EXPECT_EQ(b.in(0x0C), 0);
        }
    });
}

TEST_F(EtherLinkFrames, WhatTheBusMasterHasFetchedLeavesThoughTheHostDoesNotLook) {
    run_program([](Bench& b) {
        b.start(5, 0, 0);
        const auto frame = Bench::frame(kPeer, 100);
        std::copy(frame.begin(), frame.end(), b.memory.at(Bench::kBuffer));
        b.out32(0x10, 100);
        b.start_dma(true, Bench::kBuffer, 100);
        b.pass(0.8 * (8 + 100 + 4) + 10);
        EXPECT_EQ(b.heard(), frame);
    });
}

TEST_F(EtherLinkFrames, ATransferToNowhereIsAHostError) {
    run_program([](Bench& b) {
        b.start();
        b.out32(0x10, 100);
        b.start_dma(true, 0x7000'0000, 100);
        EXPECT_EQ(b.wait_for(0x0002, 100) & 0x0902, 0x0002);
        EXPECT_EQ(b.window(7, 0x0C), 0x0001);
    });
}

}  // namespace niclab::test
