// The sentences of a run: what was asked, over the whole packet, out of its numbers.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "cards/nicstar/spans.h"
#include "lab/results/answer.h"
#include "lab/results/throughput.h"
#include "lab/results/timeline.h"
#include "support/chain.h"

namespace niclab::lab {
namespace {

using test::kUs;

namespace causes = nicstar::causes;

/// A packet with a chain of 10 us of program, 8 us of waiting for null cells, 30 us for its other
/// cells, 5 us of program.
PduChain chain(unsigned pdu, core::Femtoseconds begin, std::size_t octets = 1000) {
    const auto at = [begin](unsigned us) { return begin + us * kUs; };
    return {0,
            pdu,
            octets,
            0,
            at(10),
            at(48),
            {{&causes::kProgramSends, at(0), at(10), 0, ""},
             {&causes::kNullCellsBefore, at(10), at(18), 8, ""},
             {&causes::kOtherCells, at(18), at(48), 20, ""},
             {&causes::kProgramReceives, at(48), at(53), 0, ""}}};
}

/// A packet of one cell that was called for and delivered then; not delivered: lost.
probe::PduRow packet(unsigned pdu, unsigned called_us, unsigned delivered_us) {
    probe::PduRow row(test::chain());
    row.pdu = pdu;
    row.cells = 1;
    row.payload_octets = 1000;
    row.at.assign(row.at.size(), called_us * kUs);
    row.at.back() = delivered_us * kUs;
    row.status = delivered_us > 0 ? "ok" : "lost";
    if (delivered_us == 0) row.at.assign(row.at.size(), 0), row.at.front() = called_us * kUs;
    return row;
}

Results latency_run() {
    Results r;
    r.pdus = {{"a_to_b", {packet(0, 1, 54)}}, {"b_to_a", {}}};
    r.attribution.directions = {{"a_to_b", {chain(0, kUs)}}, {"b_to_a", {}}};
    return r;
}

TEST(Answer, LatencyCoversTheWholePacketFromDriverToDriver) {
    const auto found = answer(latency_run());
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].text,
              "From driver to driver, a to b, a packet of 1000 octets takes 38.00 us; most of it, 30.00 us or 79 %, it "
              "waits in the receiving SAR: the PDU's other cells (20.0 on average).");
    EXPECT_EQ(found[0].numbers["largest_cause"], "receiving_sar.other_cells");
    EXPECT_EQ(found[0].numbers["mean_us"], 38.0);
}

TEST(Answer, NamesWhatTheRunChangedInItsFile) {
    Results r = latency_run();
    r.provenance.changed = {{"nic.sar.tx_fifo_cells", nlohmann::ordered_json(1), nlohmann::ordered_json(9)}};
    EXPECT_EQ(answer(r)[0].text.rfind("With nic.sar.tx_fifo_cells = 1 (file: 9): From driver to driver, a to b, ", 0),
              0u)
        << answer(r)[0].text;
    r.provenance.changed.resize(4, r.provenance.changed[0]);
    EXPECT_NE(answer(r)[0].text.find(" and 1 more key: From"), std::string::npos) << answer(r)[0].text;
    r.provenance.changed.resize(5, r.provenance.changed[0]);
    EXPECT_NE(answer(r)[0].text.find(" and 2 more keys: From"), std::string::npos) << answer(r)[0].text;
}

TEST(Answer, SeveralSizesAreSaidWithTheirRange) {
    Results r = latency_run();
    r.attribution.directions[0].second.add(chain(1, 100 * kUs, 40));
    EXPECT_EQ(answer(r)[0].text.rfind("From driver to driver, a to b, a packet of 40 to 1000 octets takes 38.00 us on "
                                      "average (38.00 to 38.00 us)",
                                      0),
              0u)
        << answer(r)[0].text;
}

TEST(Answer, LossComesFirstWithItsCausesAndTheTimeToRecover) {
    Results r = latency_run();
    r.flows = {{"flow", false, true, "a_to_b", "b_to_a", "b"}};
    r.pdus[0].second = {packet(0, 1, 54), packet(1, 2, 0), packet(2, 3, 0), packet(3, 4, 90), packet(4, 5, 100)};
    probe::PduRow& last = r.pdus[0].second.back();
    last.at[last.chain->index(probe::EventKind::TxReq)] = 100 * kUs;  // until then all are begun
    r.ledger = {{"a_to_b", "pdus", 5, 3, 0, 0, {{"lost", 2}, {"crc_error", 0}}},
                {"a_to_b", "cells", 50, 43, 0, 0, {{"lookup_error", 2}, {"no_free_buffer", 5}}}};
    const auto found = answer(r);
    ASSERT_EQ(found.size(), 3u);
    EXPECT_EQ(
        found[0].text,
        "Of 5 packets a to b 2 (40.0 %) did not arrive whole (lost 2), and 7 of 50 cells were lost: no_free_buffer "
        "5, lookup_error 2. At the longest no whole packet arrived for 36.00 us, 2 packets in a row.");
    EXPECT_STREQ(found[1].kind, "throughput");
    EXPECT_STREQ(found[2].kind, "latency");
}

TEST(Answer, ALossBehindWhichNothingCameIsNoRecovery) {
    Results r = latency_run();
    r.pdus[0].second = {packet(0, 1, 54), packet(1, 2, 0)};
    r.ledger = {{"a_to_b", "pdus", 2, 1, 0, 0, {{"lost", 1}}}, {"a_to_b", "cells", 2, 1, 0, 0, {{"x", 1}}}};
    EXPECT_NE(answer(r)[0].text.find("In 1 run none arrived after the last loss."), std::string::npos);
}

TEST(Answer, DarknessTellsWhenCellsPassedAndAlarmsCleared) {
    Results r = latency_run();
    r.ledger = {{"a_to_b", "pdus", 1, 1, 0, 0, {}}, {"a_to_b", "cells", 1, 1, 0, 0, {}}};
    r.darkness = {{"a_to_b", "b", 100, 300, 320.5}};
    r.alarms = {{"b", "OOF", 0, 50e3}, {"b", "LOS", 120e3, 500e3}, {"a", "LRDI", 130e3, 900e3}};
    EXPECT_EQ(answer(r)[0].text,
              "The packet arrived whole a to b. The light was off for 200.00 us; cells passed again 20.50 us after "
              "it was back, the last alarm of b was cleared after 200.00 us.");
}

TEST(Answer, AStreamTellsItsThroughputAndWhatLimitsIt) {
    Results r = latency_run();
    r.flows = {{"flow", false, true, "a_to_b", "b_to_a", "b"}};
    r.pdus[0].second = {packet(0, 1, 10), packet(1, 2, 20), packet(2, 3, 30)};
    for (unsigned i = 0; i < 3; ++i) {
        probe::PduRow& row = r.pdus[0].second[i];
        row.at[row.chain->index(probe::EventKind::TxReq)] = 40 * kUs;
        row.at[row.chain->index(probe::EventKind::RxSoc)] = (5 + 10 * i) * kUs;
    }
    r.cell_us = {{"a_to_b", 10.0}};
    r.nulls_inside_pdus["a_to_b"] = 0;
    r.spacing["a_to_b"] = {2, 20 * kUs, 10 * kUs, 10 * kUs};
    EXPECT_EQ(answer(r)[0].text,
              "Packets arrive a to b with 800.00 Mb/s of payload, from program to program; the limit is the line: "
              "packets fill "
              "100.0 % of its cell slots.");
    EXPECT_NE(summary(r).find("throughput a_to_b"), std::string::npos);
    r.cell_us["a_to_b"] = 5;  // the line takes twice as many
    EXPECT_NE(answer(r)[0].text.find("the limit is the sending card, which sends a cell every 10.00 us"),
              std::string::npos);
    r.spacing["a_to_b"] = {2, 10 * kUs, 5 * kUs, 5 * kUs};
    r.simulated_us = 100;
    r.counters = {{"a.pci.clocks", 1000}, {"a.pci.busy_clocks", 950}};
    EXPECT_NE(answer(r)[0].text.find("the limit is the PCI bus of a, 95 % busy"), std::string::npos);
    r.counters["a.pci.busy_clocks"] = 500;
    EXPECT_NE(answer(r)[0].text.find("nothing is busy all the time (the line 50 %, the PCI bus of a 50 %"),
              std::string::npos)
        << answer(r)[0].text;
}

/// What the experiment asks first is answered first, whichever kind its flow is; only losses come
/// before.
TEST(Answer, FollowsTheOrderOfTheFlows) {
    Results r = latency_run();
    r.pdus = {{"a_to_b.fill", {packet(0, 1, 10), packet(1, 2, 20), packet(2, 3, 30)}},
              {"a_to_b.question", {packet(0, 1, 54)}},
              {"b_to_a.question", {packet(0, 1, 90)}}};
    for (probe::PduRow& row : r.pdus[0].second) row.at[row.chain->index(probe::EventKind::TxReq)] = 40 * kUs;
    r.attribution.directions = {
        {"a_to_b.fill", {chain(0, kUs)}}, {"a_to_b.question", {chain(0, kUs)}}, {"b_to_a.question", {chain(0, kUs)}}};
    r.flows = {{"question", true, false, "a_to_b.question", "b_to_a.question", "b"},
               {"fill", false, true, "a_to_b.fill", "b_to_a.fill", "b"}};
    std::vector<std::string> order;
    for (const Finding& f : answer(r)) order.push_back(std::string(f.kind) + " " + f.direction);
    EXPECT_EQ(order, (std::vector<std::string>{"latency a_to_b.question", "latency b_to_a.question",
                                               "throughput a_to_b.fill", "latency a_to_b.fill"}));
    EXPECT_EQ(answer(r)[0].text.rfind("From driver to driver, a to b (question), a packet of 1000 octets takes", 0), 0u)
        << answer(r)[0].text;
}

TEST(Shares, TellTheSpreadOverThePackets) {
    PduChain longer = chain(1, 100 * kUs);
    longer.spans[1].end += 2 * kUs;  // 8 and 10 us of waiting for null cells.
    const DirectionChains chains{chain(0, 0), longer};
    for (const Share& s : chains.shares(Way::ProgramToProgram)) {
        if (s.cause != &causes::kNullCellsBefore) continue;
        EXPECT_DOUBLE_EQ(s.mean_us(), 9);
        EXPECT_NEAR(s.deviation_us(), 1.414214, 1e-6);
        EXPECT_DOUBLE_EQ(s.mean_amount(), 8);
    }
}

TEST(Shares, AreOfAllPacketsThoughOnlyTheFirstAreKeptWhole) {
    DirectionChains chains;
    for (unsigned i = 0; i < kMostChains + 7; ++i) chains.add(chain(i, i * 100 * kUs, 1000 + i));
    EXPECT_EQ(chains.size(), kMostChains + 7);
    EXPECT_EQ(chains.first().size(), kMostChains);
    EXPECT_EQ(chains.first().back().pdu, kMostChains - 1);
    EXPECT_EQ(chains.octets(), (std::pair<std::size_t, std::size_t>{1000, 1006 + kMostChains}));
    EXPECT_EQ(chains.driver_to_driver().count(), kMostChains + 7);
    for (const Share& s : chains.shares(Way::DriverToDriver)) EXPECT_EQ(s.pdus, kMostChains + 7);
}

/// Slices of one track that overlap.
unsigned overlaps(const nlohmann::json& trace) {
    std::map<std::pair<int, int>, std::vector<std::pair<double, double>>> tracks;
    for (const auto& e : trace["traceEvents"])
        if (e["ph"] == "X") tracks[{e["pid"], e["tid"]}].emplace_back(e["ts"], double(e["ts"]) + double(e["dur"]));
    unsigned found = 0;
    for (auto& [track, slices] : tracks) {
        std::sort(slices.begin(), slices.end());
        for (std::size_t i = 1; i < slices.size(); ++i) found += slices[i].first < slices[i - 1].second - 1e-9;
    }
    return found;
}

TEST(Timeline, SlicesOfATrackNeverOverlap) {
    AttributionReport report;
    report.directions = {{"a_to_b", {chain(0, 0), chain(1, 5 * kUs), chain(2, 7 * kUs), chain(3, 60 * kUs)}}};
    const auto trace = nlohmann::json::parse(timeline_json(report, {}));
    EXPECT_EQ(overlaps(trace), 0u);
    std::set<std::string> tracks;
    unsigned flows = 0;
    for (const auto& e : trace["traceEvents"]) {
        if (e["name"] == "thread_name") tracks.insert(e["args"]["name"]);
        flows += e["ph"] == "s" || e["ph"] == "f";
    }
    EXPECT_TRUE(tracks.count("transmit FIFO") && tracks.count("transmit FIFO 2")) << "a lane for each packet at a time";
    EXPECT_EQ(flows, 8u);
}

TEST(Timeline, HasACounterForEachFifo) {
    const std::vector<FifoOccupancy> fifos = {
        {"a", "sar_tx_fifo", "cells", 9, {{0, kUs, 1, 3, 2 * kUs}, {kUs, 2 * kUs, 0, 4, kUs}}}};
    const auto trace = nlohmann::json::parse(timeline_json({}, fifos));
    std::vector<int> cells;
    for (const auto& e : trace["traceEvents"])
        if (e["ph"] == "C") cells.push_back(e["args"]["most_cells"]);
    EXPECT_EQ(cells, (std::vector<int>{3, 4, 0}));
}

}  // namespace
}  // namespace niclab::lab
