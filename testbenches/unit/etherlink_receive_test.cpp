// Reception by the card: its filter, frames that wait, errors, what does not fit.
#include <gtest/gtest.h>

#include "support/etherlink_bench.h"

namespace niclab::test {

class EtherLinkReceive : public EtherLinkTest {
protected:
    using Command = EtherLinkBench::Command;
};

TEST_F(EtherLinkReceive, TheFilterTakesWhatItIsToldTo) {
    run_program([](Bench& b) {
        const ether_board::Address group{1, 0, 0x5E, 0, 0, 1}, other{2, 0, 0, 0, 0, 0x54},
            all{255, 255, 255, 255, 255, 255};
        b.start();
        struct Case {
            unsigned filter;
            bool own, other, group, broadcast;
        };
        for (const Case& c : {Case{0, false, false, false, false}, Case{1, true, false, false, false},
                              Case{5, true, false, false, true}, Case{7, true, false, true, true},
                              Case{2, false, false, true, false}, Case{8, true, true, true, true}}) {
            b.command(Command::SetRxFilter, c.filter);
            const auto taken = [&b](const ether_board::Address& to) {
                b.peer_sends(Bench::frame(to, 60));
                b.pass(90);
                const bool there = (b.status() & 0x0010) != 0;
                if (there) b.finish(Command::RxDiscard);
                return there;
            };
            EXPECT_EQ(taken(b.own), c.own) << c.filter;
            EXPECT_EQ(taken(other), c.other) << c.filter;
            EXPECT_EQ(taken(group), c.group) << c.filter;
            EXPECT_EQ(taken(all), c.broadcast) << c.filter;
            if (c.filter != 1) continue;
            b.set_window(2, 10, 0xFF00);  // of the last octet nothing counts
            EXPECT_TRUE(taken(other));
            b.set_window(2, 10, 0);
        }
        b.command(Command::RxDisable);
        b.peer_sends(Bench::frame(b.own, 60));
        b.pass(90);
        EXPECT_EQ(b.status() & 0x0010, 0);
    });
}

TEST_F(EtherLinkReceive, FramesOfAllSizesWaitInTheirOrder) {
    run_program([](Bench& b) {
        b.start();
        const std::size_t sizes[] = {60, 61, 62, 63, 64, 777, 1514};
        for (const std::size_t octets : sizes) b.peer_sends(Bench::frame(b.own, octets, std::uint8_t(octets)));
        b.pass(3500);
        EXPECT_TRUE(b.bridge.interrupt().read());
        for (const std::size_t octets : sizes) {
            EXPECT_EQ(b.in(0x18), octets);
            EXPECT_EQ(b.receive(), Bench::frame(b.own, octets, std::uint8_t(octets)));
        }
        EXPECT_EQ(b.in(0x18), 0x8000);
        EXPECT_EQ(b.status() & 0x0010, 0);
    });
}

TEST_F(EtherLinkReceive, ADiscardIsDoneWhenItIsNoLongerInProgress) {
    run_program([](Bench& b) {
        b.start();
        b.peer_sends(Bench::frame(b.own, 100)), b.peer_sends(Bench::frame(b.own, 200));
        b.pass(500);
        b.command(Command::RxDiscard);
        EXPECT_EQ(b.in(0x18), 100);
        b.pass(1);
        EXPECT_EQ(b.in(0x18), 200);
        EXPECT_EQ(b.status() & 0x1000, 0);
    });
}

TEST_F(EtherLinkReceive, TheNinthFrameIsMissedAndCounted) {
    run_program([](Bench& b) {
        b.start();
        for (unsigned i = 0; i < 9; ++i) b.peer_sends(Bench::frame(b.own, 80 + i));
        b.pass(1200);
        EXPECT_EQ(b.window(4, 4) & 0x1000, 0x1000);
        EXPECT_EQ(b.counter(5), 1);
        for (unsigned i = 0; i < 8; ++i) EXPECT_EQ(b.receive().size(), 80 + i);
        EXPECT_EQ(b.window(4, 4), 0);
        b.peer_sends(Bench::frame(b.own, 99));
        EXPECT_EQ(b.receive(), Bench::frame(b.own, 99));
    });
}

TEST_F(EtherLinkReceive, AFrameThatFillsTheFifoIsCutOffAndTold) {
    etherlink::Config config;
    config.ram_octets = 8192, config.receive_share = 3;  // 3072 octets
    run_program(
        [](Bench& b) {
            b.start();
            for (unsigned i = 0; i < 3; ++i) b.peer_sends(Bench::frame(b.own, 1514));
            b.pass(4000);
            EXPECT_EQ(b.receive(), Bench::frame(b.own, 1514));
            EXPECT_EQ(b.receive(), Bench::frame(b.own, 1514));
            EXPECT_EQ(b.in(0x18) & 0xC000, 0x4000);
            EXPECT_EQ(b.in8(0x14), 0x01);
            EXPECT_EQ(b.counter(5), 1);
            b.finish(Command::RxDiscard);
            b.peer_sends(Bench::frame(b.own, 700));
            EXPECT_EQ(b.receive(), Bench::frame(b.own, 700));
        },
        config);
}

TEST_F(EtherLinkReceive, WrongChecksAndLongFramesAreToldAndFragmentsAreNot) {
    run_program([](Bench& b) {
        b.start();
        b.peer.source.options = {false, 0};  // the last four octets are no FCS
        b.peer_sends(Bench::frame(b.own, 100));
        b.wait_for(0x0010);
        EXPECT_EQ(b.in(0x18), 0x4000 | 96);
        EXPECT_EQ(b.in8(0x14), 0x08);
        b.finish(Command::RxDiscard);
        b.peer.source.options = {true, 0};
        b.peer_sends(Bench::frame(b.own, 59));
        b.pass(100);
        EXPECT_EQ(b.in(0x18), 0x8000);
        b.peer_sends(Bench::frame(b.own, 1515));
        EXPECT_EQ(b.wait_for(0x0010) & 0x0010, 0x0010);
        EXPECT_EQ(b.in8(0x14), 0x10);
        b.finish(Command::RxDiscard);
        b.set_window(3, 6, 0x0040);
        b.peer_sends(Bench::frame(b.own, 1515));
        EXPECT_EQ(b.receive(), Bench::frame(b.own, 1515));
    });
}

TEST_F(EtherLinkReceive, EarlyOctetsAreToldOnceAndReadWhileTheRestComesIn) {
    run_program([](Bench& b) {
        b.start();
        b.command(Command::SetRxEarlyThreshold, 100 / 4);
        const auto frame = Bench::frame(b.own, 300);
        b.peer_sends(frame);
        EXPECT_EQ(b.wait_for(0x0020) & 0x0030, 0x0020);
        const std::uint16_t there = b.in(0x18);
        EXPECT_EQ(there & 0xC000, 0x8000);
        EXPECT_GE(there & 0x1FFF, 100);
        auto got = b.read(100);
        b.command(Command::Acknowledge, 0x20);
        EXPECT_EQ(b.wait_for(0x0010) & 0x0030, 0x0010);
        EXPECT_EQ(b.in(0x18), 200);
        const auto rest = b.read(200);
        got.insert(got.end(), rest.begin(), rest.end());
        EXPECT_EQ(got, frame);
        b.finish(Command::RxDiscard);
        EXPECT_EQ(b.in(0x18), 0x8000);
    });
}

TEST_F(EtherLinkReceive, ReadingPastTheEndIsAHostErrorUntilAReset) {
    run_program([](Bench& b) {
        b.start();
        b.peer_sends(Bench::frame(b.own, 61));
        b.wait_for(0x0010);
        b.read(64);  // its pad is there
        EXPECT_EQ(b.status() & 0x0002, 0);
        EXPECT_EQ(b.in32(0x10), 0u);
        EXPECT_EQ(b.status() & 0x0002, 0x0002);
        EXPECT_EQ(b.window(4, 4) & 0x2000, 0x2000);
        b.finish(Command::RxReset);
        b.command(Command::Acknowledge, 2);
        EXPECT_EQ(b.status() & 0x0002, 0);
    });
}

}  // namespace niclab::test
