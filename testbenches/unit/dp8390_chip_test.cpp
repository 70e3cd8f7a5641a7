// Registers, data port and transmission of the chip, by I/O accesses of its host.
#include <gtest/gtest.h>

#include "support/dp8390_bench.h"

namespace niclab::test {

class Dp8390Chip : public Dp8390Test {};

TEST_F(Dp8390Chip, TellsItsAddressAsANe2000DoesAndResetsWhenAsked) {
    run_program([](Bench& b) {
        b.start();
        EXPECT_EQ(b.in(0x1F), 0);
        EXPECT_EQ(b.in(0x07) & 0x80, 0x80);
        EXPECT_EQ(b.in(0), 0x21);
        b.out(0x0E, 0x49);
        b.remote(0x0A, 0, 32);
        const dp8390::Config c;
        for (unsigned i = 0; i < 16; ++i) EXPECT_EQ(b.in(0x10), i < 6 ? c.address[i] : i < 14 ? 0 : 0x57) << i;
        EXPECT_EQ(b.in(0x07) & 0x40, 0x40);
        EXPECT_EQ(b.in(0x10), 0xFF);  // After the count.
        b.out(0x0E, 0x48);
        b.remote(0x0A, 0, 4);
        EXPECT_EQ(b.in(0x10), c.address[0]);
        EXPECT_EQ(b.in(0x10), c.address[0]);  // Octets: it has each twice.
        EXPECT_EQ(b.in(0x10), c.address[1]);
    });
}

TEST_F(Dp8390Chip, PagesKeepTheirRegistersApart) {
    run_program([](Bench& b) {
        b.start(0x1F);
        b.out(0, 0x62);
        for (unsigned i = 0; i < 8; ++i) b.out(8 + i, std::uint8_t(0xA0 + i));
        for (unsigned i = 0; i < 8; ++i) EXPECT_EQ(b.in(8 + i), 0xA0 + i);
        for (unsigned i = 0; i < 6; ++i) EXPECT_EQ(b.in(1 + i), b.own[i]);
        EXPECT_EQ(b.in(7), Bench::kRingBegin);
        b.out(0, 0xA2);
        EXPECT_EQ(b.in(1), Bench::kRingBegin);
        EXPECT_EQ(b.in(2), Bench::kRingEnd);
        EXPECT_EQ(b.in(0x0C) & 0x3F, 0x1F);
        EXPECT_EQ(b.in(0x0F) & 0x7F, 0x3F);
        b.out(0, 0x22);
        EXPECT_EQ(b.in(3), Bench::kRingEnd - 1);
        EXPECT_EQ(b.in(0), 0x22);
    });
}

TEST_F(Dp8390Chip, AccessesOfAllWidthsMoveTheOctetsTheyAreMeantTo) {
    run_program([](Bench& b) {
        b.start();
        const Bench::Octets octets{1, 2, 3, 4, 5, 6, 7, 8};
        b.write(0x4000, octets);
        EXPECT_EQ(b.in(0x07) & 0x40, 0x40);
        EXPECT_EQ(b.read(0x4000, 8), octets);
        b.remote(0x0A, 0x4000, 7);
        EXPECT_EQ(b.bridge.io_read(Bench::kBase + 0x10, 4), 0x04030201u);
        EXPECT_EQ(b.bridge.io_read(Bench::kBase + 0x10, 2), 0x0605u);
        EXPECT_EQ(b.bridge.io_read(Bench::kBase + 0x10, 1), 0x07u);
        EXPECT_EQ(b.in(0x08), 8);  // a word moved
        b.remote(0x12, 0x4002, 2);
        b.bridge.io_write(Bench::kBase + 0x10, 2, 0xBBAA);
        EXPECT_EQ(b.read(0x4000, 6), (Bench::Octets{1, 2, 0xAA, 0xBB, 5, 6}));
        b.remote(0x0A, 0x7FFE, 4);  // from the ring's last page to its first
        b.bridge.io_read(Bench::kBase + 0x10, 4);
        EXPECT_EQ(b.in(0x09), Bench::kRingBegin);
    });
}

TEST_F(Dp8390Chip, FramesLeaveOctetByOctetAndTellWhen) {
    run_program([](Bench& b) {
        b.start();
        for (const std::size_t octets : {60u, 61u, 64u, 777u, 1514u}) {
            const Bench::Octets frame = Bench::frame({2, 0, 0, 0, 0, 9}, octets, std::uint8_t(octets));
            b.transmit(frame);
            EXPECT_EQ(b.in(0) & 4, 4);
            EXPECT_EQ(b.wait_for(0x0A) & 0x0A, 0x02);
            EXPECT_TRUE(b.bridge.interrupt().read());
            EXPECT_EQ(b.in(0) & 4, 0);
            EXPECT_EQ(b.in(0x04), 0x03);
            b.out(0x07, 0xFF);
            b.pass(1);
            EXPECT_FALSE(b.bridge.interrupt().read());
            ASSERT_FALSE(b.peer.sink.frames.empty());
            Bench::Octets got = b.peer.sink.frames.back().octets;
            EXPECT_TRUE(b.peer.sink.frames.back().status.fcs_good);
            got.resize(got.size() - 4);
            EXPECT_EQ(got, frame);
        }
        EXPECT_EQ(b.peer.sink.frames.size(), 5u);
    });
}

/// Both begin at once; after the collision the frame is fetched again from its first octet.
TEST_F(Dp8390Chip, AfterACollisionTheFrameIsFetchedAgain) {
    run_program([](Bench& b) {
        b.start();
        for (std::uint8_t n = 1; n <= 3; ++n) {
            const Bench::Octets mine = Bench::frame({2, 0, 0, 0, 0, 9}, 300, n),
                                other = Bench::frame({2, 0, 0, 0, 0, 8}, 80, n);
            b.write(0x4000, mine);
            b.out(0x04, 0x40), b.out(0x05, 300 & 255), b.out(0x06, 1);
            b.peer_sends(Bench::frame({2, 0, 0, 0, 0, 8}, 1000));  // both wait for its end
            b.pass(100);
            b.out(0, 0x26);
            b.peer_sends(other);
            EXPECT_EQ(b.wait_for(0x0A) & 0x0A, 0x02);
            EXPECT_EQ(b.in(0x04) & 0x05, 0x05);  // sent, collided
            EXPECT_GE(b.in(0x05), 1);
            b.out(0x07, 0xFF);
            b.pass(2000);
            Bench::Octets got;
            for (const auto& f : b.peer.sink.frames)
                if (f.status.fcs_good) got = f.octets;
            ASSERT_EQ(got.size(), 304u);
            got.resize(300);
            EXPECT_EQ(got, mine);
        }
        EXPECT_GE(b.card.chip.sent().collisions, 3u);
    });
}

TEST_F(Dp8390Chip, WhereMemoryIsTooSlowTheFifoRunsEmptyAndNobodyTakesTheFrame) {
    dp8390::Config slow;
    slow.dma_clocks = 34;  // 1.7 us a word, the line takes 1.6
    run_program(
        [](Bench& b) {
            b.start();
            b.transmit(Bench::frame({2, 0, 0, 0, 0, 9}, 1000));
            EXPECT_EQ(b.wait_for(0x0A) & 0x0A, 0x08);
            EXPECT_EQ(b.in(0x04) & 0x21, 0x20);
            b.out(0x07, 0xFF);
            b.pass(100);
            ASSERT_EQ(b.peer.sink.frames.size(), 1u);
            EXPECT_FALSE(b.peer.sink.frames[0].status.fcs_good);
            b.transmit(Bench::frame({2, 0, 0, 0, 0, 9}, 60));  // short enough
            EXPECT_EQ(b.wait_for(0x0A) & 0x0A, 0x02);
        },
        slow);
}

TEST_F(Dp8390Chip, AFrameUnderWayEndsBeforeTheChipStands) {
    run_program([](Bench& b) {
        b.start();
        b.transmit(Bench::frame({2, 0, 0, 0, 0, 9}, 1000));
        b.pass(100);
        b.out(0, 0x21);
        EXPECT_EQ(b.in(0x07) & 0x82, 0);
        EXPECT_EQ(b.wait_for(0x80) & 0x82, 0x82);
        ASSERT_EQ(b.peer.sink.frames.size(), 1u);
        EXPECT_TRUE(b.peer.sink.frames[0].status.fcs_good);
        b.out(0, 0x22);
        EXPECT_EQ(b.in(0x07) & 0x80, 0);
    });
}

TEST_F(Dp8390Chip, AResetInMidFrameLeavesTheNextOneWhole) {
    run_program([](Bench& b) {
        b.start();
        b.transmit(Bench::frame({2, 0, 0, 0, 0, 9}, 1000));
        b.pass(100);
        b.in(0x1F);
        b.start();
        const Bench::Octets frame = Bench::frame({2, 0, 0, 0, 0, 9}, 200, 77);
        b.transmit(frame);
        EXPECT_EQ(b.wait_for(0x0A) & 0x0A, 0x02);
        Bench::Octets got = b.peer.sink.frames.back().octets;
        got.resize(200);
        EXPECT_EQ(got, frame);
        EXPECT_FALSE(b.peer.sink.frames.front().status.fcs_good);
    });
}

/// The peer's frame keeps the cable busy for 1.2 ms. Neither bit of a result follows.
TEST_F(Dp8390Chip, AStopWithdrawsAFrameThatWaitsForTheCable) {
    run_program([](Bench& b) {
        b.start();
        b.peer_sends(Bench::frame({2, 0, 0, 0, 0, 9}, 1514));
        b.pass(200);
        b.transmit(Bench::frame({2, 0, 0, 0, 0, 9}, 300));
        b.pass(100);
        EXPECT_EQ(b.in(0) & 4, 4);
        b.out(0, 0x21);
        EXPECT_EQ(b.in(0x07) & 0x80, 0);
        b.pass(3000);
        EXPECT_TRUE(b.peer.sink.frames.empty());
        EXPECT_EQ(b.card.mac.transmitter.stats().attempts, 0u);
        EXPECT_EQ(b.in(0) & 4, 0);
        EXPECT_EQ(b.in(0x07) & 0x8A, 0x80);
        b.out(0, 0x26);
        EXPECT_EQ(b.wait_for(0x0A) & 0x0A, 0x02);
        EXPECT_EQ(b.heard().size(), 300u);
    });
}

/// As lib8390.c does it: the cable is busy still when the chip is started and its driver sends again.
TEST_F(Dp8390Chip, AFrameIsRequestedAgainWhileTheStoppedOneWaits) {
    run_program([](Bench& b) {
        b.start();
        b.peer_sends(Bench::frame({2, 0, 0, 0, 0, 9}, 1514));
        b.pass(200);
        b.transmit(Bench::frame({2, 0, 0, 0, 0, 9}, 300, 1));
        b.pass(100);
        b.out(0, 0x21);
        b.pass(100);
        b.out(0, 0x22);
        const Bench::Octets frame = Bench::frame({2, 0, 0, 0, 0, 9}, 400, 2);
        b.transmit(frame, 0x46);
        EXPECT_TRUE(b.peer.sink.frames.empty());
        EXPECT_EQ(b.wait_for(0x0A) & 0x0A, 0x02);
        b.pass(3000);
        EXPECT_EQ(b.peer.sink.frames.size(), 1u);
        EXPECT_EQ(b.heard(), frame);
        EXPECT_EQ(b.card.chip.sent().frames, 1u);
    });
}

/// A withdrawal that comes too late does not concern the next frame, which is withdrawn by its own.
TEST_F(Dp8390Chip, AStopDuringAFrameLeavesTheNextOneToTheNextStop) {
    run_program([](Bench& b) {
        b.start();
        b.transmit(Bench::frame({2, 0, 0, 0, 0, 9}, 1000));
        b.pass(100);
        b.out(0, 0x21);
        b.out(0, 0x22);
        EXPECT_EQ(b.wait_for(0x0A) & 0x0A, 0x02);
        b.out(0x07, 0xFF);
        b.transmit(Bench::frame({2, 0, 0, 0, 0, 9}, 200));
        EXPECT_EQ(b.wait_for(0x0A) & 0x0A, 0x02);
        b.out(0x07, 0xFF);
        b.peer_sends(Bench::frame({2, 0, 0, 0, 0, 9}, 1514));
        b.pass(200);
        b.transmit(Bench::frame({2, 0, 0, 0, 0, 9}, 300));
        b.pass(100);
        b.out(0, 0x21);
        b.pass(3000);
        EXPECT_EQ(b.in(0x07) & 0x8A, 0x80);
        EXPECT_EQ(b.card.mac.transmitter.stats().attempts, 2u);
    });
}

/// The peer's frame keeps the cable busy for 1.2 ms.
TEST_F(Dp8390Chip, AResetWithdrawsAFrameThatWaitsForTheCable) {
    run_program([](Bench& b) {
        b.start();
        b.peer_sends(Bench::frame({2, 0, 0, 0, 0, 9}, 1514));
        b.pass(200);
        b.transmit(Bench::frame({2, 0, 0, 0, 0, 9}, 300));
        b.pass(100);
        b.in(0x1F);
        b.pass(3000);
        EXPECT_TRUE(b.peer.sink.frames.empty());
        EXPECT_EQ(b.card.mac.transmitter.stats().attempts, 0u);
        b.start();
        b.transmit(Bench::frame({2, 0, 0, 0, 0, 9}, 300));
        EXPECT_EQ(b.wait_for(0x0A) & 0x0A, 0x02);
        EXPECT_EQ(b.heard().size(), 300u);
    });
}

}  // namespace niclab::test
