// What a flow at the coarse level is limited by, from made-up shares; and that a sender's waits add
// up.
#include <gtest/gtest.h>

#include "lab/results/traffic_limits.h"
#include "stack/waits.h"

namespace niclab::lab {
namespace {

using Of = Use::Of;

using host::Context;
using stack::Wait;

Use full(Of of, const char* who, double share) { return {of, who, false, share}; }
Use busy(Context context, const char* who, double share, bool behind) { return {Of::Cpu, who, behind, share, context}; }
Use waits(Wait wait, double share) { return {Of::Wait, "a", false, share, {}, wait}; }

TEST(Limits, OfWhatIsFullTheFullestIsNamed) {
    const Limit l = limit_of({full(Of::Line, "a to b", 0.95), busy(Context::Protocol, "b", 0.5, true),
                              busy(Context::Process, "b", 0.5, true)},
                             {});
    EXPECT_EQ(l.kind, "cpu");
    EXPECT_EQ(l.who, "b");
    EXPECT_EQ(l.text, "the CPU of b, 100.0 % busy: 50.0 % in protocols, 50.0 % in programs");
}

TEST(Limits, ACardThatItsLineHoldsIsNotTheLimit) {
    const std::vector<Use> shares{full(Of::Line, "a to b", 0.97), full(Of::Card, "a", 0.98)};
    EXPECT_EQ(limit_of(shares, {}).kind, "line");
    EXPECT_EQ(limit_of({full(Of::Line, "a to b", 0.60), full(Of::Card, "a", 0.98)}, {}).kind, "card");
}

TEST(Limits, TimeUntilATimeOutIsTheLossesNotTheWindows) {
    FlowSigns signs;
    const std::vector<Use> shares{waits(Wait::PeerWindow, 0.8), full(Of::Stall, "a", 0.7),
                                  full(Of::Line, "a to b", 0.1)};
    signs.lost = 0.01, signs.cause = "switch_queue";
    EXPECT_EQ(limit_of(shares, signs).kind, "loss");
    EXPECT_EQ(limit_of(shares, signs).who, "switch_queue");
    EXPECT_EQ(limit_of({waits(Wait::PeerWindow, 0.8), full(Of::Stall, "a", 0.1)}, signs).kind, "window");
}

TEST(Limits, AWindowIsToldAsFarAsTcpTellsIt) {
    FlowSigns signs;
    signs.window = 65535, signs.under_way = 60000, signs.rate = 2.4;
    const std::vector<Use> shares{waits(Wait::PeerWindow, 0.985)};
    EXPECT_EQ(
        limit_of(shares, signs).text,
        "its window: of 65535 octets 60000 are in flight on average, each acked after 200.0 ms, waited for 98.5 % of "
        "the time");
    signs.unscaled = true, signs.under_way = 60000, signs.rate = 480;
    EXPECT_EQ(limit_of(shares, signs).text,
              "its window: of 65535 octets (the maximum without tcp.window_scale) 60000 are in flight on "
              "average, each acked after 1.00 ms, waited for 98.5 % of the time");
}

TEST(Limits, WhoseTimerItIsThatHoldsTheAcksBackIsNamed) {
    FlowSigns signs;
    signs.window = 3000, signs.under_way = 2920, signs.rate = 1;
    std::vector<Use> shares{waits(Wait::PeerWindow, 0.9), full(Of::HeldAck, "b", 0.8)};
    EXPECT_EQ(limit_of(shares, signs).kind, "delayed_ack");
    EXPECT_EQ(limit_of(shares, signs).who, "b");
    shares.back().busy = 0.2;
    EXPECT_EQ(limit_of(shares, signs).kind, "window");
    EXPECT_NE(limit_of(shares, signs).text.find("20.0 % of the time for delayed acks"), std::string::npos);
}

TEST(Limits, ALineFullOfOthersIsNotTheLimitOfAFlowThatWaitsForItsWindow) {
    FlowSigns signs;
    signs.window = 8192, signs.under_way = 8000, signs.rate = 5;
    std::vector<Use> shares{full(Of::Line, "s:3 to b", 0.99), waits(Wait::PeerWindow, 0.95)};
    shares[0].own = 0.04, shares[0].flows = 2;
    EXPECT_EQ(limit_of(shares, signs).kind, "window");
    EXPECT_NE(limit_of(shares, signs).text.find("99.0 % busy, mostly by other flows"), std::string::npos);
    shares[0].own = 0.4;
    EXPECT_EQ(limit_of(shares, signs).kind, "line") << "it has most of its part";
    signs.datagrams = true, shares[0].own = 0.04;
    EXPECT_EQ(limit_of(shares, signs).kind, "line") << "nobody waits for a window";
}

TEST(Limits, ALineThatIsSilentWhileAnEndBacksOffHasNoRoom) {
    FlowSigns signs;
    signs.window = 32768, signs.under_way = 30000, signs.rate = 6.6;
    std::vector<Use> shares{full(Of::Line, "s and pc share", 0.72), full(Of::BackOff, "s", 0.01),
                            full(Of::BackOff, "pc", 0.27), waits(Wait::PeerWindow, 0.9)};
    shares[1].line = shares[2].line = "s and pc share", shares[2].acks = true;
    const Limit l = limit_of(shares, signs);
    EXPECT_EQ(l.kind, "back_off");
    EXPECT_EQ(l.who, "pc");
    EXPECT_EQ(l.text,
              "back-off: for 27.0 % of the time the line s and pc share is silent while acks of pc wait for the "
              "end of a back-off there and the whole window of 32768 octets is in flight; the line is 72.0 % busy");
    shares[2].line = "elsewhere";
    EXPECT_EQ(limit_of(shares, signs).kind, "window");
    shares[2].line = shares[0].who, shares[0].busy = 0.6;
    EXPECT_EQ(limit_of(shares, signs).kind, "window") << "there is room left";
}

TEST(Limits, WhatIsUnderWayIsNotLost) {
    FlowSigns signs;
    signs.datagrams = true, signs.lost = 0.05;
    EXPECT_EQ(limit_of({full(Of::Line, "a to b", 0.99)}, signs).kind, "line");
    signs.cause = "line_error";
    EXPECT_EQ(limit_of({full(Of::Line, "a to b", 0.5)}, signs).kind, "loss");
    signs.datagrams = false, signs.cause = "";
    const Limit l = limit_of({waits(Wait::CongestionWindow, 0.9)}, signs);
    EXPECT_EQ(l.text, "time-outs before the acks arrive: 5.0 % of its segments sent again, though none was lost");
}

TEST(Limits, DatagramsThatAreLostAreNotLimitedByWhoSendsThem) {
    FlowSigns signs;
    signs.datagrams = true, signs.lost = 0.4, signs.cause = "ip_queue";
    const std::vector<Use> shares{busy(Context::Process, "a", 1.0, false), busy(Context::Interrupt, "b", 0.95, true)};
    EXPECT_EQ(limit_of(shares, signs).who, "b");
    signs.lost = 0;
    EXPECT_EQ(limit_of(shares, signs).who, "a");
}

TEST(Limits, NothingMeasuredIsSaid) { EXPECT_FALSE(limit_of({}, FlowSigns{}).text.empty()); }

TEST(SendersWaits, AddUpToAllTime) {
    stack::Waits waits;
    waits.enter(stack::Wait::PeerWindow, 10);
    waits.enter(stack::Wait::Program, 25);
    waits.enter(stack::Wait::PeerWindow, 31);
    EXPECT_EQ(waits.of(stack::Wait::PeerWindow, 40), 15u + 9u);
    base::Femtoseconds sum = 0;
    for (std::size_t k = 0; k < stack::kWaits; ++k) sum += waits.of(stack::Wait(k), 40);
    EXPECT_EQ(sum, 40u);
}

}  // namespace
}  // namespace niclab::lab
