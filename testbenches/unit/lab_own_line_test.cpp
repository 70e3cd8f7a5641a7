// A kind of card with its own line, which only this test defines: the laboratory's results for it.
// run() prepares the simulation itself: no fixture.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>

#include "lab/experiment/catalog.h"
#include "lab/results/answer.h"
#include "lab/run/runner.h"
#include "support/frame_kind.h"
#include "support/temporary_folder.h"

namespace niclab::lab {
namespace {

/// The experiment `stream` with cards of that kind in the place of its own.
Results stream_of_frames(const std::vector<std::string>& keys) {
    Overrides with;
    with.assignments = keys;
    Experiment e = read_experiment(find_file(Kind::Experiment, "stream", "."), with);
    for (HostConfig& host : e.hosts) host.cards = {std::make_shared<test::FramePlan>()};
    for (LinkConfig& link : e.links) link.own = std::make_shared<test::FrameLinePlan>(), link.units = "frames";
    return run(e, {});
}

const std::vector<std::string> kStream = {"workload.sizes=[640]", "workload.count=100", "run.runs=1",
                                          "run.both_directions=false"};

}  // namespace

/// Packets of one frame come every microsecond, and a check takes ten: several are stored and wait.
TEST(OwnLine, AMomentBehindStorageIsToldOfEachOfThePacketsThatWait) {
    std::vector<std::string> keys = kStream;
    keys[0] = "workload.sizes=[64]";
    const Results r = stream_of_frames(keys);
    EXPECT_TRUE(r.checks_held());
    ASSERT_EQ(r.pdus.front().first, "client_to_server");
    const auto& all = r.pdus.front().second;
    ASSERT_GE(all.size(), 100u);
    unsigned waited = 0;
    for (std::size_t i = 0; i < all.size(); ++i) {
        const std::size_t stored = all[i].chain->receiving_index(test::FrameCard::kStored), checked = stored + 1;
        ASSERT_NE(all[i].at[checked], 0u) << "packet " << i;
        EXPECT_GE(all[i].at[checked], all[i].at[stored] + static_cast<core::Femtoseconds>(test::kCheckUs * 1e9)) << i;
        if (i + 1 < all.size() && all[i + 1].at[stored] < all[i].at[checked]) ++waited;
    }
    EXPECT_GT(waited, 50u) << "no two packets waited at once: this test shows nothing";
}

TEST(OwnLine, HasChannelsAndItsOwnUnitsInThePacketsColumns) {
    const test::TemporaryFolder made;
    const Results r = stream_of_frames(kStream);
    write_results(r, made.path(), summary(r));
    std::ifstream in(made.path() + "/pdus.csv");
    std::string head, first;
    std::getline(in, head), std::getline(in, first);
    EXPECT_EQ(head,
              "run,pdu,direction,channel,payload_octets,sdu_octets,frames,status,send_call,begun,stored,checked,"
              "delivered");
    EXPECT_EQ(first.rfind("0,0,client_to_server,3904,640,640,10,ok,", 0), 0u) << first;  // channel F40H, ten frames
}

TEST(OwnLine, IsTheLimitWhereItIsBusyAllTheTime) {
    const Results r = stream_of_frames(kStream);
    const auto found = answer(r);
    ASSERT_FALSE(found.empty());
    EXPECT_NE(found[0].text.find("the limit is the line, 100 %"), std::string::npos) << found[0].text;
    EXPECT_EQ(r.counters.at("client_to_server.line.busy_ns") % 1000, 0u);
}

/// With two places that no other card has. NICLAB_TEST_KEEPS: the folder in which
/// validation/made_up_card.py finds the run.
TEST(OwnLine, DeclaresItsPlacesInTheResults) {
    const test::TemporaryFolder made;
    const char* kept = std::getenv("NICLAB_TEST_KEEPS");
    const std::string folder = kept ? kept : made.path();
    const Results r = stream_of_frames({"workload.sizes=[640]", "workload.count=10", "run.runs=1"});
    write_results(r, folder, summary(r));
    const auto chain = nlohmann::json::parse(std::ifstream(folder + "/results.json"))["chain"]["client_to_server"];
    std::string places;
    for (const char* half : {"sending_places", "receiving_places"})
        for (const auto& place : chain[half])
            places += place["panel"].get<std::string>() + " " + place["title"].get<std::string>() + ", ";
    EXPECT_EQ(places,
              "host program, host driver, line frame line, card shelf of frames, card checker, host driver, host "
              "program, ");
    const auto& checker = chain["receiving_places"][1];
    EXPECT_EQ(checker["kind"], "engine");
    EXPECT_EQ(checker["causes"][0].dump(), R"({"explain":"One packet is checked at a time.","held_by":"shelf",)"
                                           R"("id":"to_checker","keys":["workload.sizes"],)"
                                           R"("waits_for":"those before it"})");
}

}  // namespace niclab::lab
