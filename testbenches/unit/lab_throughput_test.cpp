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
    first.at[first.chain->place(probe::Moment::RxSoc)] = 60 * kUs;  // 50 us before the second
    EXPECT_EQ(throughput_json(r)["client_to_server"]["us"], 50.0);
}

TEST(Throughput, OnePacketIsNone) {
    Results r;
    r.pdus = {{"client_to_server", {packet(0, 10)}}, {"server_to_client", {}}};
    EXPECT_TRUE(throughput_json(r).empty());
}

}  // namespace
}  // namespace niclab::lab
