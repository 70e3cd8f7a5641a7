// The files of a run, checked against their published schema; comparison with the published tables.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "lab/results/results.h"
#include "support/chain.h"
#include "support/temporary_folder.h"

namespace niclab::lab {
namespace {

using test::kUs;

/// A PDU with stages of 1, 2, ... 7 us, `extra` us more in the first.
probe::PduRow row(unsigned pdu, unsigned extra = 0) {
    probe::PduRow r(test::chain());
    r.pdu = pdu;
    r.status = "ok";
    r.run_start = 5 * kUs;
    core::Femtoseconds t = 10 * kUs;
    for (std::size_t m = 0; m < r.at.size(); ++m) {
        t += (m + (m == 1 ? extra : 0)) * kUs;
        r.at[m] = t;
    }
    return r;
}

Results example() {
    Results r;
    r.experiment = "x";
    r.version = "0";
    r.seed = 7;
    r.runs = 1;
    r.config = nlohmann::ordered_json{{"run", {{"seed", 7}}},
                                      {"client", {{"host", {{"name", "pentium133"}}}}},
                                      {"server", {{"host", {{"name", "486dx4_100"}}}}}};
    r.pdus = {{"client_to_server", {row(0), row(1, 2)}}, {"server_to_client", {row(0, 1)}}};
    r.chains = {{"client_to_server", test::chain()}, {"server_to_client", test::chain()}};
    r.flows = {{"flow0", false, false, "client_to_server", "server_to_client", "server"}};
    r.ledger = {{"client_to_server", "cells", 5, 3, 1, 0, {{"lookup_error", 1}}}};
    r.checks["aal5"].checked = 3;
    return r;
}

/// A summary with its lines unfolded: single spaces between all words.
std::string unfolded(const std::string& text) {
    std::istringstream words(text);
    std::string line;
    for (std::string word; words >> word;) line += word + " ";
    return line;
}

std::string text_of(const std::string& path) {
    std::ostringstream text;
    text << std::ifstream(path).rdbuf();
    return text.str();
}

class ResultFiles : public ::testing::Test, protected test::InFolder {
protected:
    nlohmann::ordered_json written(const Results& r) {
        write_results(r, folder_, summary(r));
        return nlohmann::ordered_json::parse(text_of(folder_ + "/results.json"));
    }
};

TEST_F(ResultFiles, ResultsJsonHasEveryFieldOfItsSchema) {
    Results r = example();
    add_stages(r);
    r.checks["aal5"].add({"payload", "there", "differs", 12.5});
    r.reference.push_back({"paper", "Table 1", "software_send", "pooled", "avg", "hold", 2.0, 2.5});
    const auto j = written(r);
    for (const char* key :
         {"schema_version", "niclab", "experiment", "seed", "runs", "partial", "config", "stages", "counters",
          "counters_before_runs", "waited_us", "throughput", "ledger", "checks", "reference", "speed", "provenance"})
        EXPECT_TRUE(j.contains(key)) << key;
    EXPECT_EQ(j["schema_version"], kSchemaVersion);
    EXPECT_EQ(j["seed"], 7);
    EXPECT_EQ(j["config"]["run"]["seed"], 7);
    for (const char* key : {"name", "direction", "unit", "count", "min", "avg", "max", "p50", "p99"})
        EXPECT_TRUE(j["stages"][0].contains(key)) << key;
    EXPECT_EQ(
        j["checks"]["aal5"].dump(),
        R"({"checked":3,"violations_seen":1,"violations":[{"rule":"payload","time_ns":12.5,"where":"there","what":"differs"}]})");
    EXPECT_EQ(j["reference"][0]["error_percent"], 25.0);
    for (const char* key : {"source", "table", "quantity", "stat", "split", "published", "simulated"})
        EXPECT_TRUE(j["reference"][0].contains(key)) << key;
    for (const char* key : {"simulated_us", "cells"}) EXPECT_TRUE(j["speed"].contains(key)) << key;
    EXPECT_FALSE(r.checks_held());
}

TEST_F(ResultFiles, StagesAreTheDifferencesOfNeighbours) {
    Results r = example();
    add_stages(r);
    const auto j = written(r);
    const auto& stl = j["stages"][0];
    EXPECT_EQ(stl["name"], "software_send");
    EXPECT_EQ(stl["direction"], "client_to_server");
    EXPECT_EQ(stl["count"], 2);
    EXPECT_EQ(stl["min"], 1.0);
    EXPECT_EQ(stl["avg"], 2.0);
    EXPECT_EQ(stl["max"], 3.0);
    EXPECT_EQ(stl["p50"], 2.0);
    EXPECT_EQ(r.stage("software_receive", "client_to_server")->us.avg(), 7.0);
    EXPECT_EQ(r.stage("sar_segmentation", "pooled"), nullptr);
}

TEST_F(ResultFiles, AnEchoPoolsTheCardsStagesOnly) {
    Results r = example();
    r.flows[0].echoes = true;
    add_stages(r);
    EXPECT_EQ(r.stage("sar_segmentation", "pooled")->us.count(), 3u);
    EXPECT_EQ(r.stage("software_send", "pooled"), nullptr);
    EXPECT_EQ(r.stage("software_receive", "pooled"), nullptr);
}

TEST_F(ResultFiles, AStageOfOneCardStandsInItsDirectionAndEverywhere) {
    card::CardPath halves;
    for (const card::PacketEvent& m : test::chain()->events()) {
        if (m.kind == probe::EventKind::TxSoc)
            halves.sending.push_back(
                {"scheduled", card::EventKind::Reported, {"queue", "in the queue", "queue", true, true}});
        if (m.kind == probe::EventKind::SendCall || m.kind == probe::EventKind::Delivered) continue;
        (m.kind < probe::EventKind::RxSoc ? halves.sending : halves.receiving).push_back(m);
    }
    Results r = example();
    r.chains[1].second = std::make_shared<const card::Chain>(halves, halves);
    probe::PduRow own(r.chains[1].second);
    for (std::size_t m = 0; m < own.at.size(); ++m) own.at[m] = (10 + m * m) * kUs;
    r.pdus[1].second = {own};
    r.flows[0].echoes = true;
    add_stages(r);
    const auto j = written(r);
    const std::string csv = text_of(folder_ + "/pdus.csv");
    EXPECT_NE(csv.find(",tx_trdy,scheduled,tx_soc,"), std::string::npos) << csv;
    EXPECT_NE(csv.find(",8000.000,,11000.000,"), std::string::npos) << "the other direction has none: " << csv;
    EXPECT_EQ(r.stage("queue", "client_to_server"), nullptr);
    EXPECT_EQ(r.stage("queue", "server_to_client")->us.avg(), 7.0);
    EXPECT_EQ(r.stage("queue", "pooled")->us.count(), 1u);
    EXPECT_EQ(r.stages[8].name, "queue") << "in its place";
    const auto& stage = j["chain"]["server_to_client"]["stages"][3];
    EXPECT_EQ(stage.dump(), R"({"name":"queue","from":"scheduled","to":"tx_soc","what":"in the queue",)"
                            R"("resource":"queue","state":"waiting","hardware":true})");
    EXPECT_EQ(j["chain"]["client_to_server"]["events"].size(), 8u);
}

TEST_F(ResultFiles, WhatDidNotHappenIsAnEmptyField) {
    Results r = example();
    probe::PduRow lost = row(2);
    lost.status = "lost";
    for (const probe::EventKind m : {probe::EventKind::RxReq, probe::EventKind::RxTrdy, probe::EventKind::Delivered})
        lost.at[lost.chain->index(m)] = 0;
    r.pdus[0].second = {lost};
    r.pdus[1].second = {};
    written(r);
    EXPECT_EQ(text_of(folder_ + "/pdus.csv"),
              "run,pdu,direction,vpi,vci,payload_octets,sdu_octets,cells,status,send_call,tx_req,tx_trdy,tx_soc,rx_soc,"
              "rx_req,rx_trdy,delivered\n"
              "0,2,client_to_server,0,0,0,0,0,lost,5000.000,6000.000,8000.000,11000.000,15000.000,,,\n");
    add_stages(r);
    EXPECT_TRUE(r.stages.empty());
}

TEST_F(ResultFiles, WhatDiffersBetweenEqualRunsStandsInProvenance) {
    Results r = example();
    auto first = written(r);
    r.provenance.wall_s = 99;
    r.provenance.folder = "elsewhere";
    auto second = written(r);
    EXPECT_NE(first, second);
    first.erase("provenance");
    second.erase("provenance");
    EXPECT_EQ(first.dump(), second.dump());
}

TEST_F(ResultFiles, EveryCellHasToBeAccountedFor) {
    probe::Account line = example().ledger[0];
    EXPECT_TRUE(line.balances());
    line.delivered -= 1;
    EXPECT_FALSE(line.balances());
    Results r = example();
    r.ledger = {line};
    EXPECT_NE(unfolded(summary(r)).find("DOES NOT BALANCE"), std::string::npos);
    EXPECT_EQ(written(r)["ledger"][0]["balances"], false);
}

TEST_F(ResultFiles, PublishedRowsAreHeldAgainstTheirStageAndDirection) {
    Results r = example();
    r.flows[0].echoes = true;
    add_stages(r);
    add_reference(r, "dollas_table1");
    const auto find = [&r](const std::string& quantity, const std::string& direction, const std::string& stat) {
        return std::count_if(r.reference.begin(), r.reference.end(), [&](const ReferenceRow& x) {
            return x.quantity == quantity && x.direction == direction && x.stat == stat;
        });
    };
    EXPECT_EQ(find("sar_segmentation", "pooled", "avg"), 1);  // printed for both directions alike
    EXPECT_EQ(find("pci_access_rx", "client_to_server", "avg"), 1);
    EXPECT_EQ(find("pci_access_rx", "server_to_client", "avg"), 1);
    for (const ReferenceRow& x : r.reference) {
        if (x.quantity != "pci_access_rx" || x.direction != "client_to_server" || x.stat != "avg") continue;
        EXPECT_DOUBLE_EQ(x.published, 0.49);
        EXPECT_DOUBLE_EQ(x.simulated, 6.0);
        EXPECT_EQ(x.split, "cal");
    }
}

TEST_F(ResultFiles, APublishedRowBelongsToTheDirectionOfItsHosts) {
    Results r = example();
    nlohmann::ordered_json config = *r.config;
    std::swap(config["client"], config["server"]);  // now the 486 is the client
    r.config = config;
    add_stages(r);
    add_reference(r, "dollas_table1");
    bool found = false;
    for (const ReferenceRow& x : r.reference) {
        if (x.quantity != "pci_access_rx" || x.stat != "avg" || x.published != 0.49) continue;
        EXPECT_EQ(x.direction, "server_to_client");
        found = true;
    }
    EXPECT_TRUE(found);
}

TEST_F(ResultFiles, OtherHostsMeetNoPublishedRow) {
    Results r = example();
    nlohmann::ordered_json config = *r.config;
    config["server"]["host"]["name"] = "ideal";
    r.config = config;
    add_stages(r);
    add_reference(r, "dollas_table1");
    EXPECT_TRUE(r.reference.empty());
    ASSERT_EQ(r.remarks.size(), 1u);
    EXPECT_NE(r.remarks[0].find("No published row of dollas_table1"), std::string::npos);
}

TEST_F(ResultFiles, ASetUpThatIsNotThePublishedOneIsNamedBesideTheComparison) {
    const nlohmann::ordered_json published = {{"nic", {{"fifo", 9}, {"mac", "a"}}}, {"run", {{"runs", 15}}}};
    EXPECT_TRUE(differing_keys(published, published).empty());
    nlohmann::ordered_json changed = published;
    changed["nic"]["fifo"] = 1;
    changed["run"]["runs"] = 3;  // how often is no part of the set-up
    EXPECT_EQ(differing_keys(changed, published), std::vector<std::string>{"nic.fifo = 1 (published: 9)"});
    Results r = example();
    nlohmann::ordered_json config = *r.config;
    config["client"]["nic"]["sar"]["tx_fifo_cells"] = 1;
    r.config = config;
    add_stages(r);
    add_reference(r, "dollas_table1");
    EXPECT_NE(unfolded(summary(r)).find("This is not the published set-up"), std::string::npos);
    EXPECT_FALSE(written(r)["reference_differs"].empty());
    r.reference_differs.clear();
    EXPECT_EQ(unfolded(summary(r)).find("This is not the published set-up"), std::string::npos);
}

TEST_F(ResultFiles, AnUnknownPublishedTableIsRefused) {
    std::ofstream(folder_ + "/e.toml") << "[run]\nreference = \"dolas_table1\"\n";
    try {
        read_experiment(folder_ + "/e.toml", {});
        FAIL();
    } catch (const core::ConfigError& e) {
        const std::string what = e.what();
        EXPECT_NE(what.find("e.toml:2:13: run.reference = \"dolas_table1\": unknown table (did you mean "
                            "\"dollas_table1\"?); expected one of "),
                  std::string::npos)
            << what;
    }
}

}  // namespace
}  // namespace niclab::lab
