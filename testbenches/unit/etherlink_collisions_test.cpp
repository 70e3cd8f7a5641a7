// What collisions leave in the card: its counters of them, and the sixteenth, which stops the
// transmitter.
#include <gtest/gtest.h>

#include "support/etherlink_bench.h"

namespace niclab::test {

class EtherLinkCollisions : public EtherLinkTest {
protected:
    static constexpr unsigned kMultiple = 2, kSingle = 3, kFramesSent = 6;  // ports of window 6
    static const ether_board::Address kPeer, kOther;
    static etherlink::Config at_100_mbps() {
        etherlink::Config c;
        c.mbps = 100;
        return c;
    }
};
const ether_board::Address EtherLinkCollisions::kPeer{2, 0, 0, 0, 0, 9};
const ether_board::Address EtherLinkCollisions::kOther{2, 0, 0, 0, 0, 8};

/// Both wait for the end of a frame of the peer and begin at once. The chip's own record of a frame
/// selects the counter that must count it.
TEST_F(EtherLinkCollisions, OfAFrameAreCountedAsOneOrAsSeveral) {
    run_program([](Bench& b) {
        b.start();
        unsigned single = 0, multiple = 0;
        std::uint64_t before = 0;
        for (std::uint8_t n = 0; n < 12; ++n) {
            b.peer_sends(Bench::frame(kOther, 300, n));
            b.pass(100);
            b.transmit(Bench::frame(kPeer, 60, n));
            b.peer_sends(Bench::frame(kOther, 60, n));
            b.pass(3000);
            const std::uint64_t now = b.card.chip.sent().collisions;
            ASSERT_GT(now, before) << int(n);
            ++(now - before == 1 ? single : multiple);
            before = now;
        }
        EXPECT_GT(single, 0u);
        EXPECT_GT(multiple, 0u);
        EXPECT_EQ(b.counter(kFramesSent), 12);
        EXPECT_EQ(b.counter(kSingle), single);
        EXPECT_EQ(b.counter(kMultiple), multiple);
        EXPECT_EQ(b.counter(kSingle), 0);  // read
    });
}

/// A peer that never backs off and has a frame ready whenever the line is free: each attempt
/// collides, and none succeeds.
TEST_F(EtherLinkCollisions, SixteenStopTheTransmitterUntilItIsEnabled) {
    ether::MacRules stubborn;
    stubborn.backoff_limit = 0;
    run_program(
        [](Bench& b) {
            b.start(5, 4);
            b.peer.source.again = true;
            b.peer_sends(Bench::frame(kOther, 1514));
            b.pass(50);
            const auto frame = Bench::frame(kPeer, 100), next = Bench::frame(kPeer, 80);
            b.transmit(frame), b.transmit(next);
            EXPECT_EQ(b.wait_for(0x0004, 100'000) & 0x0004, 0x0004);
            EXPECT_EQ(b.in8(0x1B), 0x88);  // complete, sixteen collisions
            EXPECT_EQ(b.card.chip.sent().given_up, 1u);
            EXPECT_EQ(b.card.chip.sent().collisions, 16u);
            EXPECT_EQ(b.counter(kFramesSent), 0);
            EXPECT_EQ(b.counter(kMultiple), 0);  // of frames that were sent
            b.out8(0x1B, 0);
            EXPECT_EQ(b.in8(0x1B), 0);
            b.peer.source.again = false;
            b.pass(1000);
            EXPECT_EQ(b.card.chip.sent().frames, 0u);  // the next one waits
            b.command(etherlink::Command::TxEnable);
            b.pass(200);
            EXPECT_EQ(b.heard(), next);
        },
        at_100_mbps(), 10.0, stubborn);
}

}  // namespace niclab::test
