// Chains telescope: whatever was seen of a PDU, its spans follow each other and sum to its whole
// life, to the femtosecond.
#include <gtest/gtest.h>

#include "base/random.h"
#include "cards/nicstar/spans.h"
#include "support/chain.h"

namespace niclab::nicstar {
namespace {

using card::PacketTrace;
using card::Point;
using card::Span;

/// A packet's moments in the order of a chain, and what is known of it between them.
struct Packet {
    std::vector<core::Femtoseconds> at;
    PacketTrace trace{};
    std::size_t cells = 1;
    card::ChainPtr chain = test::chain();
};

std::vector<Span> spans_of(const Packet& p, core::Femtoseconds serial = 0) {
    card::PathSpans way;
    way.sending = [](card::Spans& s, const card::TracedPacket& passed) {
        add_sending(s, passed);
        board::add_line(s, passed, {2'726'337'437, 2'726'337'437});
    };
    way.receiving = [](card::Spans& s, const card::TracedPacket& passed) {
        board::add_off_the_line(s, passed);
        add_receiving(s, passed);
    };
    way.serial = serial;
    return card::spans_of({*p.chain, p.at, p.trace, p.cells, 30'303'030, 30'303'030}, way);
}

core::Femtoseconds total(const std::vector<Span>& spans) {
    core::Femtoseconds sum = 0;
    for (const Span& s : spans) sum += s.duration();
    return sum;
}

TEST(NicstarSpans, AHundredThousandChainsSumExactly) {
    base::RandomStream random(5, "chains");
    for (int n = 0; n < 100'000; ++n) {
        Packet row{std::vector<core::Femtoseconds>(8)};
        row.cells = static_cast<std::size_t>(random.uniform(1, 40));
        core::Femtoseconds t = static_cast<core::Femtoseconds>(random.uniform(1, 1'000'000'000'000));
        for (auto& at : row.at) at = t, t += static_cast<core::Femtoseconds>(random.uniform(0, 50'000'000'000));
        PacketTrace& trace = row.trace;
        trace.units_ahead = static_cast<unsigned>(random.uniform(0, 9));
        const auto begin = static_cast<std::int64_t>(row.at.front()), end = static_cast<std::int64_t>(row.at.back());
        for (auto& at : trace.at)  // in order, out of order, outside, or not seen
            at = random.chance(0.3)
                     ? 0
                     : static_cast<core::Femtoseconds>(random.uniform(begin - 1 > 0 ? begin - 1 : 0, end + 5));
        const std::vector<Span> spans = spans_of(row, random.chance(0.5) ? 88'200'000'000 : 0);
        if (row.at.back() == row.at.front()) continue;
        ASSERT_FALSE(spans.empty());
        ASSERT_EQ(total(spans), row.at.back() - row.at.front());
        ASSERT_EQ(spans.front().begin, row.at.front());
        ASSERT_EQ(spans.back().end, row.at.back());
        for (std::size_t i = 1; i < spans.size(); ++i) ASSERT_EQ(spans[i].begin, spans[i - 1].end);
        for (const Span& s : spans) ASSERT_GT(s.end, s.begin);
    }
}

TEST(NicstarSpans, APlaceThatWasNotSeenBelongsToTheSpanBehindIt) {
    Packet row{{100, 200, 300, 400, 500, 600, 700, 800}};
    const std::vector<Span> bare = spans_of(row);
    ASSERT_EQ(bare.size(), 7u);  // the seven stages
    EXPECT_EQ(bare[0].cause, &causes::kSchedule);
    row.trace.set(Point::HandedDown, 150);
    const std::vector<Span> posted = spans_of(row);
    ASSERT_EQ(posted.size(), 8u);
    EXPECT_EQ(posted[0].cause, &causes::kProgramSends);
    EXPECT_EQ(posted[0].duration(), 50u);
    EXPECT_EQ(posted[1].duration(), 50u);
}

/// A PDU with a first cell that arrived at 520, was decided at 560 and requested its burst at 600.
class NicstarReception : public ::testing::Test {
protected:
    NicstarReception() {
        row.cells = 3;
        set(Point::Received, 520), set(Point::Decided, 560);
    }
    void set(Point p, core::Femtoseconds t) { row.trace.at[static_cast<unsigned>(p)] = t; }
    core::Femtoseconds time_of(const card::Cause& cause) const {
        core::Femtoseconds sum = 0;
        for (const Span& s : spans_of(row)) sum += s.cause == &cause ? s.duration() : 0;
        return sum;
    }
    Packet row{{100, 200, 300, 400, 500, 600, 700, 800}};
};

TEST_F(NicstarReception, WhatACellWaitsBehindOthersIsNoLookUp) {
    EXPECT_EQ(time_of(causes::kLookUp), 40u);
    set(Point::Turn, 550);
    EXPECT_EQ(time_of(causes::kReceivedBefore), 30u);
    EXPECT_EQ(time_of(causes::kLookUp), 10u);
}

TEST_F(NicstarReception, ALookUpInHostMemoryIsTimeOfTheBus) {
    set(Point::Turn, 530);
    set(Point::TableReq, 532), set(Point::TableGnt, 537), set(Point::TableFrame, 538), set(Point::TableData, 545);
    set(Point::TableEnd, 548);
    row.trace.table_holder = "disk";
    EXPECT_EQ(time_of(causes::kTableTurn), 2u);
    EXPECT_EQ(time_of(causes::kRxGrant), 5u);
    EXPECT_EQ(time_of(causes::kTableRead), 3u);
    EXPECT_EQ(time_of(causes::kLookUp), 12u);
    for (const Span& s : spans_of(row)) {
        if (s.cause == &causes::kRxGrant && s.begin < 560) {
            EXPECT_EQ(s.words(), "GNT#: disk");
        }
    }
}

TEST_F(NicstarReception, TheRestOfAPduIsAWaitOfTheReceiver) {
    set(Point::LastData, 790);
    EXPECT_EQ(time_of(causes::kOtherCells), 90u);
    EXPECT_TRUE(causes::kOtherCells.waiting);
    EXPECT_STREQ(causes::kOtherCells.place, "receiving SAR");
}

}  // namespace
}  // namespace niclab::nicstar
