// Chains telescope: whatever was seen of a PDU, its spans follow each other and sum to its whole life, to the
// femtosecond.
#include <gtest/gtest.h>

#include "base/random.h"
#include "probe/account/attribution.h"
#include "support/chain.h"

namespace niclab::probe {
namespace {

core::Femtoseconds total(const std::vector<Span>& spans) {
    core::Femtoseconds sum = 0;
    for (const Span& s : spans) sum += s.duration();
    return sum;
}

TEST(Attribution, AHundredThousandChainsSumExactly) {
    base::RandomStream random(5, "chains");
    for (int n = 0; n < 100'000; ++n) {
        PduRow row(test::chain());
        row.cells = static_cast<std::size_t>(random.uniform(1, 40));
        core::Femtoseconds t = static_cast<core::Femtoseconds>(random.uniform(1, 1'000'000'000'000));
        for (auto& at : row.at) at = t, t += static_cast<core::Femtoseconds>(random.uniform(0, 50'000'000'000));
        PduLife life;
        life.cells_ahead = static_cast<unsigned>(random.uniform(0, 9));
        const auto begin = static_cast<std::int64_t>(row.at.front()), end = static_cast<std::int64_t>(row.at.back());
        for (auto& at : life.at)  // in order, out of order, outside, or not seen
            at = random.chance(0.3)
                     ? 0
                     : static_cast<core::Femtoseconds>(random.uniform(begin - 1 > 0 ? begin - 1 : 0, end + 5));
        AttributionConfig config;
        config.serial_fs = random.chance(0.5) ? 88'200'000'000 : 0;
        const std::vector<Span> spans = attribute(row, life, config);
        if (row.at.back() == row.at.front()) continue;
        ASSERT_FALSE(spans.empty());
        ASSERT_EQ(total(spans), row.at.back() - row.at.front());
        ASSERT_EQ(spans.front().begin, row.at.front());
        ASSERT_EQ(spans.back().end, row.at.back());
        for (std::size_t i = 1; i < spans.size(); ++i) ASSERT_EQ(spans[i].begin, spans[i - 1].end);
        for (const Span& s : spans) ASSERT_GT(s.end, s.begin);
    }
}

TEST(Attribution, APlaceThatWasNotSeenBelongsToTheSpanBehindIt) {
    PduRow row(test::chain());
    row.cells = 1;
    row.at = {100, 200, 300, 400, 500, 600, 700, 800};
    PduLife life;
    const std::vector<Span> bare = attribute(row, life, {});
    ASSERT_EQ(bare.size(), 7u);  // the seven stages
    EXPECT_EQ(bare[0].cause, &causes::kSchedule);
    life.at[static_cast<unsigned>(Point::HandedDown)] = 150;
    const std::vector<Span> posted = attribute(row, life, {});
    ASSERT_EQ(posted.size(), 8u);
    EXPECT_EQ(posted[0].cause, &causes::kProgramSends);
    EXPECT_EQ(posted[0].duration(), 50u);
    EXPECT_EQ(posted[1].duration(), 50u);
}

/// A PDU whose first cell came in at 520, was decided upon at 560 and asked for its burst at 600.
class Reception : public ::testing::Test {
protected:
    Reception() {
        row.cells = 3;
        row.at = {100, 200, 300, 400, 500, 600, 700, 800};
        set(Point::Received, 520), set(Point::Decided, 560);
    }
    void set(Point p, core::Femtoseconds t) { life.at[static_cast<unsigned>(p)] = t; }
    core::Femtoseconds time_of(const Cause& cause) const {
        core::Femtoseconds sum = 0;
        for (const Span& s : attribute(row, life, {})) sum += s.cause == &cause ? s.duration() : 0;
        return sum;
    }
    PduRow row{test::chain()};
    PduLife life;
};

TEST_F(Reception, WhatACellWaitsBehindOthersIsNoLookUp) {
    EXPECT_EQ(time_of(causes::kLookUp), 40u);
    set(Point::Turn, 550);
    EXPECT_EQ(time_of(causes::kBehindReceived), 30u);
    EXPECT_EQ(time_of(causes::kLookUp), 10u);
}

TEST_F(Reception, ALookUpInHostMemoryIsTimeOfTheBus) {
    set(Point::Turn, 530);
    set(Point::TableReq, 532), set(Point::TableGnt, 537), set(Point::TableFrame, 538), set(Point::TableData, 545);
    set(Point::TableEnd, 548);
    life.table_holder = "disk";
    EXPECT_EQ(time_of(causes::kTableTurn), 2u);
    EXPECT_EQ(time_of(causes::kRxGrant), 5u);
    EXPECT_EQ(time_of(causes::kTableRead), 3u);
    EXPECT_EQ(time_of(causes::kLookUp), 12u);
    for (const Span& s : attribute(row, life, {})) {
        if (s.cause == &causes::kRxGrant && s.begin < 560) {
            EXPECT_EQ(s.words(), "GNT#: disk");
        }
    }
}

TEST_F(Reception, TheRestOfAPduIsAWaitOfTheReceiver) {
    set(Point::LastData, 790);
    EXPECT_EQ(time_of(causes::kOtherCells), 90u);
    EXPECT_TRUE(causes::kOtherCells.waiting);
    EXPECT_STREQ(causes::kOtherCells.place, "receiving SAR");
}

TEST(Attribution, FromAMomentACardTellsOfItsStageIsTheCause) {
    card::Halves halves;
    for (const card::Moment& m : test::chain()->moments()) {
        if (m.seen == Moment::TxSoc)
            halves.sending.push_back({"scheduled", Moment::Told, {"queue", "in the queue", "schedule", true, true}});
        if (m.seen == Moment::SendCall || m.seen == Moment::Delivered) continue;
        (m.seen < Moment::RxSoc ? halves.sending : halves.receiving).push_back(m);
    }
    PduRow row{std::make_shared<const card::Chain>(halves, halves)};
    row.cells = 1;
    row.at = {100, 200, 300, 340, 400, 500, 600, 700, 800};
    const std::vector<Span> spans = attribute(row, {}, {});
    ASSERT_EQ(spans.size(), 8u);
    EXPECT_EQ(spans[2].end, 340u);
    EXPECT_STREQ(spans[3].cause->id, "queue");
    EXPECT_STREQ(spans[3].cause->place, "schedule");
    EXPECT_TRUE(spans[3].cause->waiting);
    EXPECT_EQ(spans[3].words(), "in the queue");
    EXPECT_EQ(spans[3].duration(), 60u);
    EXPECT_EQ(spans[4].begin, 400u);
    EXPECT_EQ(total(spans), 700u);
    PduLife life;
    life.at[static_cast<unsigned>(Point::HandedUp)] = 330;  // the driver was done before that
    for (const Span& span : attribute(row, life, {})) EXPECT_STRNE(span.cause->id, "queue");
    row.at[3] = 0;  // it told of nothing
    EXPECT_EQ(attribute(row, {}, {}).size(), 7u);
    EXPECT_EQ(total(attribute(row, {}, {})), 700u);
}

TEST(Attribution, APduThatWasNotDeliveredHasNoChain) {
    PduRow row(test::chain());
    row.at = {100, 200, 300, 400, 500, 600, 700, 0};
    EXPECT_TRUE(attribute(row, {}, {}).empty());
}

}  // namespace
}  // namespace niclab::probe
