// What a flow at the coarse level is limited by, from made-up shares; and that a sender's waits add up.
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
    signs.window = 65535, signs.round_trip_us = 190878.8;
    const std::vector<Use> shares{waits(Wait::PeerWindow, 0.985)};
    EXPECT_EQ(limit_of(shares, signs).text,
              "its window: 65535 octets a round trip of 190.9 ms, waited for 98.5 % of the time");
    signs.unscaled = true, signs.round_trip_us = 850;
    EXPECT_EQ(limit_of(shares, signs).text,
              "its window: 65535 octets (all that 16 bits tell without tcp.window_scale) a round trip of 850.0 us, "
              "waited for 98.5 % of the time");
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
