// Spans of any card's packets: they follow each other and sum to the whole, and an event that a
// card reports begins one.
#include <gtest/gtest.h>

#include "card/spans.h"
#include "support/chain.h"

namespace niclab::card {
namespace {

constexpr core::Femtoseconds kClock = 30'303'030;

core::Femtoseconds total(const std::vector<Span>& spans) {
    core::Femtoseconds sum = 0;
    for (const Span& s : spans) sum += s.duration();
    return sum;
}

TEST(Spans, FromAMomentACardTellsOfItsStageIsTheCause) {
    CardPath halves;
    for (const PacketEvent& m : test::chain()->events()) {
        if (m.kind == EventKind::TxSoc)
            halves.sending.push_back(
                {"scheduled", EventKind::Reported, {"queue", "in the queue", "schedule", true, true}});
        if (m.kind == EventKind::SendCall || m.kind == EventKind::Delivered) continue;
        (m.kind < EventKind::RxSoc ? halves.sending : halves.receiving).push_back(m);
    }
    const Chain chain(halves, halves);
    std::vector<core::Femtoseconds> at{100, 200, 300, 340, 400, 500, 600, 700, 800};
    PacketTrace trace;
    const TracedPacket packet{chain, at, trace, 1, kClock, kClock};
    const std::vector<Span> spans = spans_of(packet, {});
    ASSERT_EQ(spans.size(), 8u);
    EXPECT_EQ(spans[2].end, 340u);
    EXPECT_STREQ(spans[3].cause->id, "queue");
    EXPECT_STREQ(spans[3].cause->place, "schedule");
    EXPECT_TRUE(spans[3].cause->waiting);
    EXPECT_EQ(spans[3].words(), "in the queue");
    EXPECT_EQ(spans[3].duration(), 60u);
    EXPECT_EQ(spans[4].begin, 400u);
    EXPECT_EQ(total(spans), 700u);
    trace.set(Point::HandedUp, 330);  // the driver was done before that
    for (const Span& span : spans_of(packet, {})) EXPECT_STRNE(span.cause->id, "queue");
    trace = {}, at[3] = 0;  // It reported nothing.
    EXPECT_EQ(spans_of(packet, {}).size(), 7u);
    EXPECT_EQ(total(spans_of(packet, {})), 700u);
}

/// One event that the card reports, between the two buses, with a stage called "queue".
std::vector<Span> with_queue(const char* what, const char* resource, bool waits) {
    CardPath halves;
    for (const PacketEvent& m : test::chain()->events()) {
        if (m.kind == EventKind::TxSoc)
            halves.sending.push_back({"scheduled", EventKind::Reported, {"queue", what, resource, waits, true}});
        if (m.kind == EventKind::SendCall || m.kind == EventKind::Delivered) continue;
        (m.kind < EventKind::RxSoc ? halves.sending : halves.receiving).push_back(m);
    }
    const Chain chain(halves, halves);
    const std::vector<core::Femtoseconds> at{100, 200, 300, 340, 400, 500, 600, 700, 800};
    return spans_of({chain, at, {}, 1, kClock, kClock}, {});
}

TEST(Spans, StagesOfOneNameOfTwoKindsOfCardAreTwoCauses) {
    const std::vector<Span> first = with_queue("in the queue", "schedule", true),
                            other = with_queue("is sorted", "sorter", false);
    EXPECT_EQ(first[3].words(), "in the queue");
    EXPECT_EQ(other[3].words(), "is sorted");
    EXPECT_STREQ(other[3].cause->place, "sorter");
    EXPECT_FALSE(other[3].cause->waiting);
    EXPECT_NE(first[3].cause, other[3].cause);
    EXPECT_EQ(first[3].cause, with_queue("in the queue", "schedule", true)[3].cause) << "and the same stage is one";
}

TEST(Spans, WhatWasNotDeliveredHasNone) {
    const std::vector<core::Femtoseconds> at{100, 200, 300, 400, 500, 600, 700, 0};
    EXPECT_TRUE(spans_of({*test::chain(), at, {}, 1, kClock, kClock}, {}).empty());
}

}  // namespace
}  // namespace niclab::card
