// The chip's reports about its frames: the notification, the time at which the MAC may have a
// frame, the results of received frames, and the copies.
#include <gtest/gtest.h>

#include "support/etherlink_bench.h"

namespace niclab::test {

using EtherLinkTaps = EtherLinkTest;

/// Two frames are in the FIFO before the first has left: each is reported with its own data.
TEST_F(EtherLinkTaps, OfFramesOneBehindTheOtherTellWhatIsTheirs) {
    run_program([](Bench& b) {
        struct Offer {
            core::Femtoseconds at, taken;
            ether_board::Address to;
        };
        struct Copy {
            core::Femtoseconds begin, end;
        };
        std::vector<Offer> offers;
        std::vector<Copy> copies;
        std::vector<core::Femtoseconds> demanded, closed;
        b.start();
        auto& chip = b.card.chip;
        chip.sending().offered.listen(
            [&](core::Femtoseconds t, const ether_board::Address& to, const core::Femtoseconds& taken) {
                offers.push_back({t, taken, to});
            });
        chip.sending().closed.listen([&](core::Femtoseconds t) { closed.push_back(t); });
        chip.demanded().listen([&](core::Femtoseconds t) { demanded.push_back(t); });
        chip.copied_in().listen([&](core::Femtoseconds t, const bool& into, const core::Femtoseconds& from) {
            EXPECT_TRUE(into);
            copies.push_back({from, t});
        });
        for (const std::uint8_t last : {7, 8}) b.transmit(Bench::frame({0x03, 0, 0, 0, 0, last}, 1000));
        b.pass(2000);
        ASSERT_EQ(offers.size(), 2u);
        ASSERT_EQ(copies.size(), 2u);
        ASSERT_EQ(closed.size(), 2u);
        for (unsigned i : {0u, 1u}) {
            EXPECT_EQ(offers[i].to[5], 7 + i);
            EXPECT_EQ(offers[i].taken, demanded[i]);
            EXPECT_EQ(copies[i].begin, demanded[i]);
            EXPECT_LT(copies[i].begin, copies[i].end);
            EXPECT_LE(copies[i].end, offers[i].at);  // the whole frame, as the threshold is
            EXPECT_LT(offers[i].at, closed[i]);
        }
        EXPECT_LT(demanded[1], closed[0]);
        EXPECT_LE(closed[0], offers[1].at);
    });
}

TEST_F(EtherLinkTaps, OfEachIntactFrameThatComesTellWhatBecameOfIt) {
    run_program([](Bench& b) {
        using card::UnitOutcome;
        std::vector<UnitOutcome> fates;
        unsigned copies = 0;
        b.start();
        b.card.chip.receiving().listen([&](core::Femtoseconds t, const ether_board::Address&,
                                           const UnitOutcome& outcome, const core::Femtoseconds& end) {
            fates.push_back(outcome);
            EXPECT_LE(end, t);
        });
        b.card.chip.copied_out().listen([&](core::Femtoseconds t, const bool& into, const core::Femtoseconds& from) {
            ++copies;
            EXPECT_FALSE(into);
            EXPECT_LT(from, t);
        });
        const auto receive = [&](const Bench::Octets& frame) { b.peer_sends(frame), b.pass(400); };
        receive(Bench::frame({2, 0, 0, 0, 0, 0x54}, 300));
        for (unsigned i = 0; i < 9; ++i) receive(Bench::frame(b.own, 300));  // one more than it holds
        EXPECT_EQ(b.receive(), Bench::frame(b.own, 300));
        b.finish(Bench::Command::RxDiscard);  // unread
        b.command(Bench::Command::RxDisable);
        receive(Bench::frame(b.own, 300));
        std::vector<UnitOutcome> expected{UnitOutcome::LookupError};
        expected.insert(expected.end(), 8, UnitOutcome::Stored);
        expected.push_back(UnitOutcome::NoBuffer), expected.push_back(UnitOutcome::ReceiveDisabled);
        EXPECT_EQ(fates, expected);
        EXPECT_EQ(copies, 1u);
    });
}

/// The card knows of a frame since it was asked to fetch it, and a copy lasts from there to the
/// transfer's end, either way.
TEST_F(EtherLinkTaps, OfWhatTheBusMasterMovesTellSinceItWasAsked) {
    run_program([](Bench& b) {
        std::vector<std::pair<core::Femtoseconds, core::Femtoseconds>> in, out;
        std::vector<core::Femtoseconds> taken;
        b.start();
        auto& chip = b.card.chip;
        chip.sending().offered.listen([&](core::Femtoseconds, const ether_board::Address&,
                                          const core::Femtoseconds& since) { taken.push_back(since); });
        chip.copied_in().listen([&](core::Femtoseconds t, const bool&, const core::Femtoseconds& since) {
            in.push_back({since, t});
        });
        chip.copied_out().listen([&](core::Femtoseconds t, const bool&, const core::Femtoseconds& since) {
            out.push_back({since, t});
        });
        const auto move = [&b](bool download) {
            b.command(Bench::Command::SelectWindow, 7);
            b.out32(0, Bench::kBuffer), b.out(6, 400);
            const core::Femtoseconds before = core::now_fs();
            b.command(Bench::Command::StartDma, download ? 1 : 0);
            while (b.in(0x0C) & 0x8000) {
            }
            return before;
        };
        b.out32(0x10, 400);
        b.pass(5);
        const core::Femtoseconds asked = move(true);
        b.pass(500);
        b.peer_sends(Bench::frame(b.own, 400));
        b.wait_for(0x0010);
        const core::Femtoseconds asked_back = move(false), reported = core::now_fs();
        b.finish(Bench::Command::RxDiscard);
        ASSERT_TRUE(taken.size() == 1 && in.size() == 1 && out.size() == 1);
        EXPECT_EQ(in[0].first, taken[0]);
        EXPECT_GT(taken[0], asked);
        EXPECT_GT(out[0].first, asked_back);
        constexpr core::Femtoseconds kData = core::Femtoseconds{100} * 30'303'030;  // a dword a clock
        for (const auto& [begin, end] : {in[0], out[0]}) EXPECT_GT(end - begin, kData);
        EXPECT_LE(out[0].second, reported);
    });
}

}  // namespace niclab::test
