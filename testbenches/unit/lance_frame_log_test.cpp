// The waits of a frame, reported to the log as MAC and pins report them: bits of 100 ns.
#include <gtest/gtest.h>

#include "cards/ether_board/frame_spans.h"

namespace niclab::ether_board {
namespace {

constexpr core::Femtoseconds kBit = 100'000'000, kSlot = 512 * kBit;
using What = ether::TransmitEvent::What;

struct Reported {
    core::Femtoseconds end;
    const card::Cause* cause;
    bool operator==(const Reported& o) const { return end == o.end && cause == o.cause; }
};

std::vector<Reported> reported(const FrameLog& log, core::Femtoseconds offered) {
    std::vector<Reported> all;
    if (const auto* steps = log.steps(offered))
        for (const WaitingStep& s : *steps) all.push_back({s.end, s.cause});
    return all;
}

}  // namespace

TEST(LanceFrameLog, OnAFreeMediumThereIsOnlyTheGap) {
    FrameLog log({}, kBit, kOfStation);
    log.offered(1000 * kBit);
    log.event(1004 * kBit, {What::Begins, 1, 0, {}});
    EXPECT_EQ(reported(log, 1000 * kBit), (std::vector<Reported>{{1004 * kBit, &causes::kGap}}));
    EXPECT_EQ(log.first_bit(), 1004 * kBit);
    EXPECT_EQ(log.steps(999 * kBit), nullptr);
}

TEST(LanceFrameLog, AnothersFrameIsDeferralUpToItsEndAndTheGapBehindIt) {
    FrameLog log({}, kBit, kOfStation);
    log.senses(900 * kBit, true);
    log.offered(1000 * kBit);
    log.senses(1500 * kBit, false);
    log.event(1596 * kBit, {What::Begins, 1, 0, {}});
    EXPECT_EQ(reported(log, 1000 * kBit),
              (std::vector<Reported>{{1500 * kBit, &causes::kDeferral}, {1596 * kBit, &causes::kGap}}));
}

/// The echo of the own frame lingers for 16 bits at most; what is heard longer is another's.
TEST(LanceFrameLog, TheEchoOfTheOwnFrameIsNoDeferralAndWhatOutlastsItIs) {
    for (const unsigned lingers : {16u, 17u}) {
        FrameLog log({}, kBit, kOfStation);
        log.sends(100 * kBit, true), log.senses(101 * kBit, true);
        log.sends(1000 * kBit, false);
        log.offered(1001 * kBit);
        log.senses((1000 + lingers) * kBit, false);
        log.event(1200 * kBit, {What::Begins, 1, 0, {}});
        EXPECT_EQ(reported(log, 1001 * kBit).size(), lingers == 16 ? 1u : 2u) << lingers;
    }
}

TEST(LanceFrameLog, ACollisionAndItsBackOffAreToldInTheirOrder) {
    FrameLog log({}, kBit, kOfStation);
    log.offered(1000 * kBit);
    log.event(1010 * kBit, {What::Begins, 1, 0, {}});
    log.event(1100 * kBit, {What::Collides, 1, 0, {}});
    log.event(1132 * kBit, {What::JamEnds, 1, 2, {}});
    log.event(1132 * kBit + 2 * kSlot + 3 * kBit, {What::Begins, 2, 0, {}});
    EXPECT_EQ(reported(log, 1000 * kBit), (std::vector<Reported>{{1010 * kBit, &causes::kGap},
                                                                 {1132 * kBit, &causes::kCollided},
                                                                 {1132 * kBit + 2 * kSlot, &causes::kBackoff},
                                                                 {1132 * kBit + 2 * kSlot + 3 * kBit, &causes::kGap}}));
}

TEST(LanceFrameLog, InFullDuplexWhatIsHeardIsNoDeferral) {
    ether::MacRules rules;
    rules.full_duplex = true;
    FrameLog log(rules, kBit, kOfStation);
    log.senses(900 * kBit, true);
    log.offered(1000 * kBit);
    log.senses(1050 * kBit, false);
    log.event(1096 * kBit, {What::Begins, 1, 0, {}});
    EXPECT_EQ(reported(log, 1000 * kBit), (std::vector<Reported>{{1096 * kBit, &causes::kGap}}));
}

}  // namespace niclab::ether_board
