/// The stages of a frame on a segment, from steps given by hand: each stage, the station for which
/// it waited, and the sum.
#include <gtest/gtest.h>

#include <algorithm>

#include "lab/watch/frame_tracer.h"

namespace niclab::test {

namespace {

using lab::FrameOutcome;
using lab::FrameStage;
using What = ether::TransmitEvent::What;
constexpr base::Femtoseconds kBit = 100 * base::kNanosecond;

/// Bits of 100 ns, rules of the standard; the first sends to the second.
lab::SegmentExperiment three_hosts() {
    lab::SegmentExperiment e;
    e.hosts.resize(3);
    e.flows.resize(1);
    e.flows[0].from = 0, e.flows[0].to = 1;
    return e;
}

}  // namespace

/// So that --what-if either removes a stage of a frame, or states why not.
TEST(LabFrameStages, EachHasAKeyOrAReason) {
    const std::vector<card::WhatIf> all = lab::frame_what_ifs();
    for (const card::Cause* cause : lab::frame_causes())
        EXPECT_TRUE(std::any_of(all.begin(), all.end(), [cause](const card::WhatIf& stage) {
            return std::find(stage.causes.begin(), stage.causes.end(), cause) != stage.causes.end();
        })) << cause->id;
    for (const card::WhatIf& stage : all) {
        EXPECT_FALSE(stage.settings.empty()) << stage.name;
        for (const std::string& setting : stage.settings)
            EXPECT_EQ(setting.find('=') == std::string::npos, *stage.fixed != 0) << stage.name << ' ' << setting;
    }
}

struct LabSegmentLives : ::testing::Test {
    lab::SegmentExperiment experiment = three_hosts();
    lab::FrameTracer tracer{experiment};

    /// Times in bits.
    void offer(std::uint64_t at) { tracer.offered(0, 100, at * kBit, true); }
    void step(std::uint64_t at, What what, unsigned slots = 0, ether::Outcome outcome = ether::Outcome::Sent) {
        ether::TransmitEvent e{what, 1, slots, {}};
        e.status.outcome = outcome;
        tracer.steps(0, at * kBit, e);
    }
    void carrier(std::uint64_t from, std::uint64_t to, std::size_t who) {
        tracer.sends(who, from * kBit, true), tracer.senses(0, from * kBit, true);
        tracer.sends(who, to * kBit, false), tracer.senses(0, to * kBit, false);
    }
    std::uint64_t bits(FrameStage stage, std::size_t frame = 0) const {
        return tracer.frames()[frame].stages[std::size_t(stage)] / kBit;
    }
    void expect_whole(std::size_t frame = 0) const {
        const lab::FrameTrace& f = tracer.frames()[frame];
        EXPECT_EQ(f.sum(), f.over - f.offered);
    }
};

TEST_F(LabSegmentLives, AFrameOnAFreeCableIsOnTheWireAndArrives) {
    offer(10);
    step(15, What::Waits), step(15, What::Begins), step(879, What::Ends);
    tracer.delivered(0, 890 * kBit);
    EXPECT_EQ(bits(FrameStage::Queue), 5u);
    EXPECT_EQ(bits(FrameStage::Deferral) + bits(FrameStage::Gap), 0u);
    EXPECT_EQ(bits(FrameStage::Wire), 864u);
    EXPECT_EQ(bits(FrameStage::Arrival), 11u);
    EXPECT_EQ(tracer.frames()[0].outcome, FrameOutcome::Delivered);
    expect_whole();
}

TEST_F(LabSegmentLives, WhoIsHeardIsWhomItWaitsBehindAndTheGapIsNobodys) {
    offer(0);
    step(0, What::Waits);
    carrier(0, 1000, 1);
    carrier(1050, 1100, 2);  // in part one of the gap: it begins anew
    step(1196, What::Begins);
    EXPECT_EQ(bits(FrameStage::Deferral), 1050u);
    EXPECT_EQ(bits(FrameStage::Gap), 146u);
    const lab::FrameTrace& f = tracer.frames()[0];
    EXPECT_EQ(f.behind.at(1), 1000 * kBit);
    EXPECT_EQ(f.behind.at(2), 50 * kBit);
}

TEST_F(LabSegmentLives, TwoThatAreHeardAtATimeAreACollision) {
    offer(0);
    step(0, What::Waits);
    tracer.sends(1, 0, true), tracer.senses(0, 0, true), tracer.sends(2, 5 * kBit, true);
    tracer.sends(1, 90 * kBit, false), tracer.sends(2, 100 * kBit, false), tracer.senses(0, 100 * kBit, false);
    step(196, What::Begins);
    EXPECT_EQ(tracer.frames()[0].behind.at(3), 100 * kBit);  // Three hosts: number 3 is not a single station.
    EXPECT_EQ(bits(FrameStage::Gap), 96u);
}

TEST_F(LabSegmentLives, ABackOffBeginsWithTheJamsEndAndTheGapRunsBesideIt) {
    offer(0);
    step(0, What::Waits), step(0, What::Begins), step(70, What::Collides), step(102, What::JamEnds, 2);
    step(102 + 1024, What::Begins), step(102 + 1024 + 864, What::Ends);
    EXPECT_EQ(bits(FrameStage::Collided), 102u);
    EXPECT_EQ(bits(FrameStage::Backoff), 1024u);
    EXPECT_EQ(bits(FrameStage::Gap), 0u);
    EXPECT_EQ(tracer.frames()[0].attempts, 2u);
    EXPECT_TRUE(tracer.uses()[0].collided);
    EXPECT_EQ(tracer.uses()[0].slots, 2u);
    EXPECT_FALSE(tracer.uses()[1].collided);
    expect_whole();
}

TEST_F(LabSegmentLives, NoSlotsAreDrawnAndTheGapIsAllThatIsLeft) {
    offer(0);
    step(0, What::Waits), step(0, What::Begins), step(70, What::Collides), step(102, What::JamEnds, 0);
    step(198, What::Begins), step(1062, What::Ends, 0, ether::Outcome::ExcessiveCollisions);
    EXPECT_EQ(bits(FrameStage::Backoff), 0u);
    EXPECT_EQ(bits(FrameStage::Gap), 96u);
    EXPECT_EQ(bits(FrameStage::Collided), 102u + 864u);
    EXPECT_EQ(tracer.frames()[0].outcome, FrameOutcome::ExcessiveCollisions);
    expect_whole();
}

TEST_F(LabSegmentLives, WhatWasSentLongAgoAndIsNotThereIsDamagedAndWhatWasSentJustNowIsOnTheWay) {
    offer(0), offer(0);
    step(0, What::Waits), step(0, What::Begins), step(864, What::Ends);
    step(864, What::Waits), step(960, What::Begins), step(1824, What::Ends);
    tracer.finish(864 * kBit + 151 * base::kMicrosecond);
    EXPECT_EQ(tracer.frames()[0].outcome, FrameOutcome::Damaged);
    EXPECT_EQ(tracer.frames()[1].outcome, FrameOutcome::OnTheWay);
}

}  // namespace niclab::test
