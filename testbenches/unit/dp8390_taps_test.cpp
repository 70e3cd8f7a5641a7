// The chip's reports about its frames: the notification, the time at which the MAC may have a
// frame, the results of received frames, and the copies.
#include <gtest/gtest.h>

#include "support/dp8390_bench.h"

namespace niclab::test {

class Dp8390Taps : public Dp8390Test {
protected:
    static void reset_port(Bench& b) { b.in(0x1F); }
};

TEST_F(Dp8390Taps, OfAFrameToSendTellsInTheOrderOfItsWay) {
    run_program([](Bench& b) {
        std::vector<std::string> reported;
        std::vector<core::Femtoseconds> at;
        const auto note = [&](core::Femtoseconds t, const char* what) { reported.emplace_back(what), at.push_back(t); };
        b.start();
        auto& chip = b.card.chip;
        core::Femtoseconds begun = 0, taken = 0;
        ether_board::Address to{};
        chip.copied.listen([&](core::Femtoseconds t, const bool& into, const core::Femtoseconds& from) {
            note(t, into ? "copied in" : "copied out"), begun = from;
        });
        chip.demanded().listen([&](core::Femtoseconds t) { note(t, "demanded"); });
        chip.sending().offered.listen(
            [&](core::Femtoseconds t, const ether_board::Address& a, const core::Femtoseconds& since) {
                note(t, "offered"), to = a, taken = since;
            });
        chip.sending().closed.listen([&](core::Femtoseconds t) { note(t, "closed"); });
        const ether_board::Address group{0x03, 0, 0, 0, 0, 9};
        b.transmit(Bench::frame(group, 100));
        b.wait_for(0x02);
        EXPECT_EQ(reported, (std::vector<std::string>{"copied in", "demanded", "offered", "closed"}));
        EXPECT_EQ(to, group);
        EXPECT_LT(begun, at[0]);
        EXPECT_EQ(taken, at[1]);
        EXPECT_TRUE(std::is_sorted(at.begin(), at.end()));
        constexpr core::Femtoseconds kWord = 4 * 50'000'000;  // four clocks of 50 ns; the FIFO has eight
        EXPECT_GE(at[2] - taken, 8 * kWord);
        EXPECT_LE(at[2] - taken, 12 * kWord);
    });
}

TEST_F(Dp8390Taps, OfEachIntactFrameThatComesTellsWhatBecameOfIt) {
    run_program([](Bench& b) {
        using card::UnitOutcome;
        std::vector<UnitOutcome> fates;
        core::Femtoseconds reported = 0, carrier = 0;
        b.start();
        b.card.chip.receiving().listen(
            [&](core::Femtoseconds t, const ether_board::Address&, const UnitOutcome& outcome,
                const core::Femtoseconds& end) { fates.push_back(outcome), reported = t, carrier = end; });
        const auto receive = [&](const Bench::Octets& frame) { b.peer_sends(frame), b.pass(400); };
        receive(Bench::frame(b.own, 300));
        EXPECT_LT(carrier, reported);
        EXPECT_LT(reported - carrier, 2'000'000'000);  // what the FIFO held, and the header
        receive(Bench::frame({2, 0, 0, 0, 0, 0x54}, 300));
        b.out(0x03, std::uint8_t(Bench::kRingBegin + 3));  // a page is free: the frame has two
        receive(Bench::frame(b.own, 300));
        reset_port(b);
        receive(Bench::frame(b.own, 300));
        b.peer.source.options = {false, 0};  // the last four octets are no FCS
        receive(Bench::frame(b.own, 300));
        EXPECT_EQ(fates, (std::vector<UnitOutcome>{UnitOutcome::Stored, UnitOutcome::LookupError, UnitOutcome::NoBuffer,
                                                   UnitOutcome::ReceiveDisabled}));
    });
}

/// Whatever it is about: one in the ring or none, and the next one finds the chip as it was.
TEST_F(Dp8390Taps, AResetNearTheEndOfAFrameLosesNoOther) {
    run_program([](Bench& b) {
        std::vector<card::UnitOutcome> fates;
        b.card.chip.receiving().listen([&](core::Femtoseconds, const ether_board::Address&,
                                           const card::UnitOutcome& outcome,
                                           const core::Femtoseconds&) { fates.push_back(outcome); });
        unsigned cut = 0;
        for (unsigned i = 0; i < 60; ++i) {
            b.start();
            const std::size_t before = fates.size();
            b.peer_sends(Bench::frame(b.own, 60));
            b.pass(56.5 + 0.05 * i);
            reset_port(b);
            b.start();
            b.pass(20);
            b.peer_sends(Bench::frame(b.own, 60));
            b.pass(80);
            ASSERT_EQ(fates.size() - before, 2u) << i;
            EXPECT_EQ(fates.back(), card::UnitOutcome::Stored) << i;
            cut += fates[before] == card::UnitOutcome::Reset;
        }
        EXPECT_GT(cut, 0u);
        EXPECT_LT(cut, 60u);
    });
}

}  // namespace niclab::test
