// Spans of any card's packets: they follow each other and sum to the whole, and a moment that a card tells of begins one.
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
    Halves halves;
    for (const Moment& m : test::chain()->moments()) {
        if (m.seen == Seen::TxSoc)
            halves.sending.push_back({"scheduled", Seen::Told, {"queue", "in the queue", "schedule", true, true}});
        if (m.seen == Seen::SendCall || m.seen == Seen::Delivered) continue;
        (m.seen < Seen::RxSoc ? halves.sending : halves.receiving).push_back(m);
    }
    const Chain chain(halves, halves);
    std::vector<core::Femtoseconds> at{100, 200, 300, 340, 400, 500, 600, 700, 800};
    PacketLife life;
    const Passed packet{chain, at, life, 1, kClock, kClock};
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
    life.at[static_cast<unsigned>(Point::HandedUp)] = 330;  // the driver was done before that
    for (const Span& span : spans_of(packet, {})) EXPECT_STRNE(span.cause->id, "queue");
    life = {}, at[3] = 0;  // it told of nothing
    EXPECT_EQ(spans_of(packet, {}).size(), 7u);
    EXPECT_EQ(total(spans_of(packet, {})), 700u);
}

TEST(Spans, WhatWasNotDeliveredHasNone) {
    const std::vector<core::Femtoseconds> at{100, 200, 300, 400, 500, 600, 700, 0};
    EXPECT_TRUE(spans_of({*test::chain(), at, {}, 1, kClock, kClock}, {}).empty());
}

}  // namespace
}  // namespace niclab::card
