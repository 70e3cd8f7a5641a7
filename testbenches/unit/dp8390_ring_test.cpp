// Reception: which frames are taken, where they go, and what becomes of those that find no room.
#include <gtest/gtest.h>

#include "base/random.h"
#include "cards/dp8390/address_filter.h"
#include "support/dp8390_bench.h"

namespace niclab::test {

class Dp8390Ring : public Dp8390Test {
protected:
    struct Received {
        std::uint8_t status, next;
        unsigned count;
        Bench::Octets octets;  ///< Without FCS.
    };
    /// The frame at BNRY + 1, and its pages given back; status 0: there is none.
    static Received take(Bench& b) {
        std::uint8_t page = std::uint8_t(b.in(0x03) + 1);
        if (page == Bench::kRingEnd) page = Bench::kRingBegin;
        if (page == b.in1(0x07)) return {};
        const Bench::Octets head = b.read(std::uint16_t(page * 256), 4);
        Received r{head[0], head[1], head[2] | unsigned{head[3]} << 8, {}};
        r.octets = b.read(std::uint16_t(page * 256 + 4), r.count - 4);
        b.out(0x03, r.next == Bench::kRingBegin ? Bench::kRingEnd - 1 : std::uint8_t(r.next - 1));
        return r;
    }
    static void into_free_pages(Bench& b, std::uint8_t free, std::uint8_t isr, std::uint8_t curr) {
        b.start();
        b.out(0x03, std::uint8_t(Bench::kRingBegin + free));
        b.peer_sends(Bench::frame(b.own, 300));
        b.pass(400);
        EXPECT_EQ(b.in(0x07) & 0x11, isr);
        EXPECT_EQ(b.in1(0x07), curr);
    }
    static Received receive(Bench& b, const Bench::Octets& frame) {
        b.out(0x07, 0xFF);
        b.peer_sends(frame);
        b.wait_for(0x15, 1500);
        return take(b);
    }
};

/// The bit-serial CRC, octet by octet from bit 0. Linux' 8390.c takes its top six bits.
TEST_F(Dp8390Ring, TheHashIsTheTopSixBitsOfTheCrc) {
    for (const dp8390::Address& to :
         {dp8390::Address{1, 0, 0x5E, 0, 0, 1}, dp8390::Address{0x33, 0x33, 0, 0, 0, 0xFB}}) {
        std::uint32_t crc = ~0u;
        for (std::uint8_t o : to)
            for (unsigned i = 0; i < 8; ++i, o >>= 1) crc = crc << 1 ^ ((crc >> 31 ^ (o & 1u)) ? 0x04C11DB7u : 0u);
        EXPECT_EQ(ether_board::hash_of<false>(to), crc >> 26);
    }
}

TEST_F(Dp8390Ring, FramesOfAllSizesStandInTheRingBehindTheirHeaders) {
    run_program([](Bench& b) {
        b.start();
        base::RandomStream random(3, "ring");
        std::uint8_t page = Bench::kRingBegin;
        std::vector<std::size_t> sizes{60, 247, 248, 249, 251, 252, 253, 508, 1514};  // At a page's end and next to it.
        for (unsigned i = 0; i < 12; ++i) sizes.push_back(std::size_t(random.uniform(60, 1514)));
        for (const std::size_t octets : sizes) {
            const Bench::Octets frame = Bench::frame(b.own, octets, std::uint8_t(octets * 3));
            const Received r = receive(b, frame);
            ASSERT_EQ(r.status, 0x01) << octets;
            EXPECT_EQ(r.count, octets + 4);
            EXPECT_EQ(r.octets, frame);
            unsigned next = page + unsigned(octets + 8 + 255) / 256;
            if (next >= Bench::kRingEnd) next -= Bench::kRingEnd - Bench::kRingBegin;
            EXPECT_EQ(r.next, next) << octets;
            page = r.next;
        }
        EXPECT_TRUE(b.bridge.interrupt().read());
    });
}

TEST_F(Dp8390Ring, TheFilterTakesWhatItIsToldTo) {
    run_program([](Bench& b) {
        const dp8390::Address group{1, 0, 0x5E, 0, 0, 1}, other{2, 0, 0, 0, 0, 0x54}, all{255, 255, 255, 255, 255, 255};
        const unsigned bit = ether_board::hash_of<false>(group);
        struct Case {
            std::uint8_t rcr;
            bool hash, own, other, group, broadcast;
        };
        for (const Case& c : {Case{0x00, true, true, false, false, false}, Case{0x04, true, true, false, false, true},
                              Case{0x0C, true, true, false, true, true}, Case{0x0C, false, true, false, false, true},
                              Case{0x10, true, true, true, false, false}, Case{0x1C, true, true, true, true, true}}) {
            b.start(c.rcr);
            b.out(0, 0x62);
            for (unsigned i = 0; i < 8; ++i) b.out(8 + i, c.hash && i == bit / 8 ? std::uint8_t(1u << bit % 8) : 0);
            b.out(0, 0x22);
            const auto taken = [&](const dp8390::Address& to) { return receive(b, Bench::frame(to, 64)).status; };
            EXPECT_EQ(taken(b.own), c.own ? 0x01 : 0) << int(c.rcr);
            EXPECT_EQ(taken(other), c.other ? 0x01 : 0) << int(c.rcr);
            EXPECT_EQ(taken(group), c.group ? 0x21 : 0) << int(c.rcr);
            EXPECT_EQ(taken(all), c.broadcast ? 0x21 : 0) << int(c.rcr);
        }
    });
}

TEST_F(Dp8390Ring, WrongChecksAreCountedAndKeptOnlyWhereAskedFor) {
    run_program([](Bench& b) {
        b.start();
        b.peer.source.options = {false, 0};  // the last four octets are no FCS
        EXPECT_EQ(receive(b, Bench::frame(b.own, 100)).status, 0);
        EXPECT_EQ(b.in(0x07) & 0x05, 0x04);
        EXPECT_EQ(b.in(0x0C), 0x02);
        receive(b, Bench::frame(b.own, 100));
        // An octet read clears its own tally only; all three of a dword go at once.
        EXPECT_EQ(b.in(0x0D), 0);
        EXPECT_EQ(b.in(0x0E), 2);
        EXPECT_EQ(b.in(0x0E), 0);
        b.out(0x0C, 0x05);
        const Received r = receive(b, Bench::frame(b.own, 100));
        EXPECT_EQ(r.status, 0x02);
        EXPECT_EQ(r.count, 100u);
        EXPECT_EQ(b.bridge.io_read(Bench::kBase + 0x0C, 4), 0x00010002u);
        EXPECT_EQ(b.bridge.io_read(Bench::kBase + 0x0C, 4), 0x00000002u);
        b.peer.source.options = {true, 0};
        EXPECT_EQ(receive(b, Bench::frame(b.own, 59)).status, 0);  // 63 with FCS
        b.out(0x0C, 0x06);
        EXPECT_EQ(receive(b, Bench::frame(b.own, 59)).status, 0x01);
    });
}

TEST_F(Dp8390Ring, MonitoredFramesAreCountedAndNotKept) {
    run_program([](Bench& b) {
        b.start(0x24);
        EXPECT_EQ(receive(b, Bench::frame(b.own, 100)).status, 0);
        EXPECT_EQ(b.in(0x0C) & 0x40, 0x40);
        EXPECT_EQ(b.in(0x0F), 1);
    });
}

/// 52 pages, of which BNRY's is never filled: 51 frames of a page each.
TEST_F(Dp8390Ring, AFullRingKeepsWhatItHasAndGoesOnAfterAStop) {
    run_program([](Bench& b) {
        b.start();
        for (unsigned i = 0; i < 51; ++i) {
            b.peer_sends(Bench::frame(b.own, 60, std::uint8_t(i)));
            b.pass(80);
        }
        EXPECT_EQ(b.in(0x07) & 0x10, 0);
        b.peer_sends(Bench::frame(b.own, 60, 99));
        b.pass(80);
        EXPECT_EQ(b.in(0x07) & 0x90, 0x90);
        EXPECT_EQ(b.in(0x0F), 1);
        // As National prescribes: stop, loopback, start, empty, on with it.
        b.out(0, 0x21);
        b.pass(1600);
        b.out(0x0A, 0), b.out(0x0B, 0), b.out(0x0D, 0x02), b.out(0, 0x22);
        for (unsigned i = 0; i < 51; ++i) ASSERT_EQ(take(b).octets, Bench::frame(b.own, 60, std::uint8_t(i))) << i;
        EXPECT_EQ(take(b).status, 0);
        b.out(0x07, 0x10), b.out(0x0D, 0);
        EXPECT_EQ(receive(b, Bench::frame(b.own, 60, 7)).status, 0x01);
    });
}

/// A frame of two pages into one free page, and into two.
TEST_F(Dp8390Ring, AFrameOfTwoPagesDoesNotGoIntoOne) {
    run_program([](Bench& b) { into_free_pages(b, 1, 0x10, Bench::kRingBegin); });
}
TEST_F(Dp8390Ring, AFrameOfTwoPagesGoesIntoTwo) {
    run_program([](Bench& b) { into_free_pages(b, 2, 0x01, Bench::kRingBegin + 2); });
}

TEST_F(Dp8390Ring, WhereMemoryIsTooSlowTheFifoOverrunsAndTheFrameIsNotKept) {
    dp8390::Config slow;
    slow.dma_clocks = 34;  // 1.7 us a word, the line brings one each 1.6
    run_program(
        [](Bench& b) {
            b.start();
            EXPECT_EQ(receive(b, Bench::frame(b.own, 1000)).status, 0);
            EXPECT_EQ(b.in(0x07) & 0x05, 0x04);
            EXPECT_EQ(b.in(0x0C) & 0x09, 0x08);
            EXPECT_EQ(b.in1(0x07), Bench::kRingBegin);
            EXPECT_EQ(receive(b, Bench::frame(b.own, 60)).octets, Bench::frame(b.own, 60));
        },
        slow);
}

}  // namespace niclab::test
