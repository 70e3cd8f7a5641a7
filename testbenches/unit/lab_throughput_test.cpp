// Throughput out of the packets' deliveries.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "lab/results/throughput.h"
#include "support/chain.h"

namespace niclab::lab {
namespace {

using test::kUs;

/// A packet of 1000 octets that is delivered at `us`; 0: lost.
probe::PduRow packet(unsigned run, unsigned us) {
    probe::PduRow row(test::chain());
    row.run = run;
    row.payload_octets = 1000;
    row.status = us > 0 ? "ok" : "lost";
    if (us > 0) row.at.assign(row.at.size(), us * kUs);
    return row;
}

TEST(Throughput, EachRunsClockStartsWithItsFirstDelivery) {
    Results r;
    r.pdus = {{"client_to_server", {packet(0, 50), packet(0, 60), packet(1, 500), packet(1, 530)}}};
    const auto j = throughput_json(r)["client_to_server"];
    EXPECT_EQ(j["packets"], 2);
    EXPECT_EQ(j["payload_octets"], 2000);
    EXPECT_EQ(j["us"], 40.0);
    EXPECT_EQ(j["mbps"], 400.0);
    ASSERT_EQ(j["run_mbps"].size(), 2u);
    EXPECT_EQ(j["run_mbps"][0], 800.0);
    EXPECT_NEAR(j["run_mbps"][1].get<double>(), 266.666667, 1e-6);
}

TEST(Throughput, LostPacketsTakeTimeAndBringNothing) {
    Results r;
    r.pdus = {{"client_to_server", {packet(0, 10), packet(0, 0), packet(0, 30)}}};
    const auto j = throughput_json(r)["client_to_server"];
    EXPECT_EQ(j["packets"], 1);
    EXPECT_EQ(j["mbps"], 400.0);
}

TEST(Throughput, WhatArrivesWhenTheOtherDirectionHasDoneDoesNotCount) {
    Results r;
    r.pdus = {{"client_to_server", {packet(0, 10), packet(0, 30), packet(0, 31)}},
              {"server_to_client", {packet(0, 5), packet(0, 30)}}};
    EXPECT_EQ(throughput_json(r)["client_to_server"]["mbps"], 400.0);
    EXPECT_EQ(throughput_json(r)["server_to_client"]["us"], 25.0);
}

TEST(Throughput, DamagedPacketsTakeTimeAndBringNothing) {
    Results r;
    r.pdus = {{"client_to_server", {packet(0, 10), packet(0, 20), packet(0, 30)}}};
    r.pdus[0].second[1].status = "crc_error";
    EXPECT_EQ(throughput_json(r)["client_to_server"]["packets"], 1);
    EXPECT_EQ(throughput_json(r)["client_to_server"]["mbps"], 400.0);
}

TEST(Throughput, ACardsMemoryMakesTheLineNoFaster) {
    Results r;
    r.pdus = {{"client_to_server", {packet(0, 100), packet(0, 110)}}};
    auto& first = r.pdus[0].second[0];
    first.at[first.chain->index(probe::EventKind::RxSoc)] = 60 * kUs;  // 50 us before the second
    EXPECT_EQ(throughput_json(r)["client_to_server"]["us"], 50.0);
}

/// Of a flow on a cable of half duplex: the first direction has it until 50 us, then the other.
Results half_duplex() {
    Results r;
    r.flows = {{"flow0", false, true, "client_to_server", "server_to_client", ""}};
    r.half_duplex = {line_busy("client_to_server"), line_busy("server_to_client")};
    r.pdus = {{"client_to_server", {packet(0, 10), packet(0, 30), packet(0, 50), packet(0, 200)}},
              {"server_to_client", {packet(0, 90), packet(0, 110), packet(0, 220)}}};
    return r;
}

TEST(Throughput, DirectionsThatShareALineHaveOneClock) {
    const auto j = throughput_json(half_duplex());
    for (const char* direction : {"client_to_server", "server_to_client"}) {
        EXPECT_EQ(j[direction]["us"], 190.0);
        EXPECT_NEAR(j[direction]["shared_line_mbps"].get<double>(), 5 * 8000 / 190.0, 1e-6);
    }
    EXPECT_NEAR(j["client_to_server"]["mbps"].get<double>(), 3 * 8000 / 190.0, 1e-6);
    EXPECT_NEAR(j["server_to_client"]["mbps"].get<double>(), 2 * 8000 / 190.0, 1e-6);
}

TEST(Throughput, ADirectionThatGetsNoTurnHasNone) {
    Results r = half_duplex();
    r.pdus[1].second = {packet(0, 220)};
    const auto j = throughput_json(r);
    ASSERT_TRUE(j.contains("server_to_client"));
    EXPECT_EQ(j["server_to_client"]["mbps"], 0.0);
    EXPECT_GT(j["client_to_server"]["mbps"], 0.0);
}

TEST(Throughput, ALineIsAsBusyAsItWasMeanwhile) {
    Results r = half_duplex();
    r.line_samples["client_to_server.line.busy_ns"] = {
        {10 * kUs, 5 * kUs}, {50 * kUs, 45 * kUs}, {200 * kUs, 190 * kUs}};
    r.line_samples["server_to_client.line.busy_ns"] = {{90 * kUs, 80 * kUs}, {220 * kUs, 195 * kUs}};
    const std::vector<Throughput> measured = throughputs(r);
    ASSERT_EQ(measured.size(), 2u);
    for (const Throughput& t : measured) {
        ASSERT_FALSE(loads(r, t).empty());
        EXPECT_EQ(loads(r, t)[0].what, "the line");
        EXPECT_NEAR(loads(r, t)[0].share, 185.0 / 190, 1e-9);
        EXPECT_EQ(limit_of(r, t), "the limit is the line, 97 % busy with both directions");
    }
}

/// Two packets that arrive apart and are passed up at once: a line's share of no time is not
/// reported.
TEST(Throughput, ALineHasNoShareOfNoTime) {
    Results r = half_duplex();
    r.pdus = {{"client_to_server", {packet(0, 100), packet(0, 100)}}};
    auto& first = r.pdus[0].second[0];
    first.at[first.chain->first_received()] = 60 * kUs;
    r.line_samples["client_to_server.line.busy_ns"] = {{100 * kUs, 5 * kUs}};
    const std::vector<Throughput> measured = throughputs(r);
    ASSERT_EQ(measured.size(), 1u);
    EXPECT_EQ(measured[0].us, 40.0);
    EXPECT_TRUE(loads(r, measured[0]).empty());
}

TEST(Directions, AHopsReverseIsBetweenTheSameCards) {
    EXPECT_EQ(reverse_of("a_to_b"), "b_to_a");
    EXPECT_EQ(reverse_of("a_nic1_to_b_nic0"), "b_nic0_to_a_nic1");
    EXPECT_EQ(ends_of("a_nic1_to_b.flow0").from, "a");
    EXPECT_EQ(ends_of("a_nic1_to_b.flow0").to, "b");
}

TEST(Throughput, OnePacketIsNone) {
    Results r;
    r.pdus = {{"client_to_server", {packet(0, 10)}}, {"server_to_client", {}}};
    EXPECT_TRUE(throughput_json(r).empty());
}

}  // namespace
}  // namespace niclab::lab
