#include <gtest/gtest.h>
#include <toml++/toml.h>

#include <algorithm>
#include <set>

#include "core/config.h"
#include "core/renamed_names.h"

namespace niclab::core {
namespace {

/// Collects the warnings of one test.
class RenamedNamesTest : public testing::Test {
protected:
    RenamedNamesTest() {
        set_rename_warning([this](const std::string& sentence) { warned_.push_back(sentence); });
    }
    ~RenamedNamesTest() override { set_rename_warning({}); }

    /// A file's name of its own: a place is warned of once in a process.
    static std::string file(const std::string& name) {
        return std::string(testing::UnitTest::GetInstance()->current_test_info()->name()) + name;
    }

    std::vector<std::string> warned_;
};

TEST_F(RenamedNamesTest, EveryRowHasAKindAndTwoNames) {
    std::set<std::string> kinds;
    for (const RenamedName& row : renamed_names()) {
        kinds.emplace(row.kind);
        EXPECT_NE(row.old_name, row.new_name);
        EXPECT_FALSE(row.old_name.empty() || row.new_name.empty());
    }
    EXPECT_EQ(kinds, (std::set<std::string>{"column", "counter", "drop reason", "event", "key", "option", "result",
                                            "stage", "value"}));
}

TEST_F(RenamedNamesTest, KeysKeepTheirPlacesAndValues) {
    const ConfigLayer layer =
        parse_layer("[line.to_server]\nlight_off_from = \"5 ms\"\n[line]\nrate = \"x\"\n", file(""));
    ConfigTable line = ConfigTable({layer}).table("line");
    ConfigTable there = line.table("to_server");
    EXPECT_EQ(there.time_ns("light_off_start", 0, 0, 1e9, ""), 5e6);
    there.done();
    EXPECT_EQ(
        warned_,
        (std::vector<std::string>{file("") + ":2:1: line.to_server.light_off_from: renamed; expected light_off_start, "
                                             "the old name works until version 0.2.0"}));
    EXPECT_EQ(std::string(there.error("light_off_start", "a", "b").what()),
              file("") + ":2:18: line.to_server.light_off_start = \"5 ms\": a; expected b");
}

TEST_F(RenamedNamesTest, TablesOfListsOfDefaultsAndOfAssignments) {
    const ConfigLayer layer = parse_layer(
        "[defaults.host.reader]\njitter = 0.1\n[[host]]\nname = \"reader\"\n[host.keeper]\nbefore = \"1 us\"\n",
        file(""));
    const toml::table& host = *(*layer)["host"].as_array()->get(0)->as_table();
    EXPECT_EQ(host["name"].value<std::string>(), "reader");
    EXPECT_EQ(host["file_server"]["before_reply"].value<std::string>(), "1 us");
    EXPECT_EQ((*layer)["defaults"]["host"]["file_client"]["jitter"].value<double>(), 0.1);
    const ConfigLayer set = parse_assignment("host.reader.reader.jitter=0.5");
    EXPECT_EQ((*set)["host"]["reader"]["file_client"]["jitter"].value<double>(), 0.5);
    EXPECT_EQ(warned_.size(), 4u);
}

TEST_F(RenamedNamesTest, ValuesOfAKeyAlone) {
    const ConfigLayer layer = parse_layer("[nic.etherlink]\nmoved_by = \"card\"\nboard = \"card\"\n", file(""));
    const auto chip = (*layer)["nic"]["etherlink"];
    EXPECT_EQ(chip["transfer"].value<std::string>(), "dma");
    EXPECT_EQ(chip["board"].value<std::string>(), "card");
    EXPECT_EQ(warned_.size(), 2u);
}

TEST_F(RenamedNamesTest, AFileIsForATable) {
    EXPECT_TRUE(parse_layer("fastest = \"10 Mb/s\"\n", file("card"), "nic")->contains("max_rate"));
    EXPECT_TRUE(parse_layer("fastest = \"10 Mb/s\"\n", file("other"))->contains("fastest"));
    EXPECT_EQ(warned_.size(), 1u);
}

TEST_F(RenamedNamesTest, BothNamesAreRefused) {
    try {
        parse_layer("[reads]\nsettle = 1\nwarm_up = 2\n", file(""));
        FAIL();
    } catch (const ConfigError& e) {
        EXPECT_EQ(std::string(e.what()), file("") +
                                             ":2:1: reads.settle: old name of warm_up, which is there as well; "
                                             "expected warm_up alone");
    }
}

TEST_F(RenamedNamesTest, OptionsOfTheirCommand) {
    using Words = std::vector<std::string>;
    EXPECT_EQ(rename_options({"run", "echo", "--links", "pins", "--quiet"}),
              (Words{"run", "echo", "--fidelity", "signal", "--quiet"}));
    EXPECT_EQ(rename_options({"run", "--links=whole"}), (Words{"run", "--fidelity=transaction"}));
    EXPECT_EQ(rename_options({"sweep", "--links", "pins"}), (Words{"sweep", "--links", "pins"}));
    EXPECT_EQ(rename_options({"run", "--links"}), (Words{"run", "--fidelity"}));
    EXPECT_EQ(rename_options({}), Words{});
    EXPECT_EQ(warned_.size(), 3u);
}

}  // namespace
}  // namespace niclab::core
