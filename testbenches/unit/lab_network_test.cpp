// The grammar of hosts, links, connections and flows: what it says, and the sentence for each thing
// that is wrong.
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "lab/bench/parts.h"
#include "lab/experiment/experiment.h"
#include "support/temporary_folder.h"

namespace niclab::lab {
namespace {

const std::string kHosts = "[[host]]\nname = \"a\"\n[[host]]\nname = \"b\"\n[[host]]\nname = \"c\"\n";
const std::string kLink = "[[link]]\nends = [\"a\", \"b\"]\n";
const std::string kFlow = "[[flow]]\nfrom = \"a\"\nto = \"b\"\n";

class Network : public ::testing::Test, protected test::InFolder {
protected:
    Experiment read(const std::string& text, const std::vector<std::string>& assignments = {}) {
        std::ofstream(folder_ + "/e.toml") << text;
        Overrides overrides;
        overrides.assignments = assignments;
        return read_experiment(folder_ + "/e.toml", overrides);
    }
    /// The sentence that refuses it, without the folder.
    std::string refused(const std::string& text, const std::vector<std::string>& assignments = {}) {
        try {
            read(text, assignments);
        } catch (const core::ConfigError& e) {
            const std::string what = e.what();
            return what.rfind(folder_, 0) == 0 ? what.substr(folder_.size() + 1) : what;
        }
        return "accepted";
    }
    void expect_refused(const std::string& text, const std::string& words,
                        const std::vector<std::string>& assignments = {}) {
        const std::string sentence = refused(text, assignments);
        EXPECT_NE(sentence.find(words), std::string::npos) << text << "\nsaid: " << sentence;
    }
};

TEST_F(Network, DefaultsMakeAnEchoOfTwoNames) {
    const Experiment e = read(kHosts + kLink + kFlow);
    ASSERT_EQ(e.hosts.size(), 3u);
    ASSERT_EQ(e.flows.size(), 1u);
    EXPECT_EQ(e.flows[0].kind->name, "echo");
    EXPECT_EQ(e.flows[0].vci, 0xF40);
    EXPECT_EQ(e.links[0].to[1].fiber.length_m, 2.0);
    EXPECT_TRUE(e.host("b").host.programs[0].application.echo);
    EXPECT_TRUE(e.host("c").host.programs.empty());
}

TEST_F(Network, WhatNoLinkJoinsIsAPartOfItsOwn) {
    const std::string more = "[[host]]\nname = \"d\"\n[[host]]\nname = \"e\"\ncards = [\"idt77901\", \"idt77901\"]\n";
    const auto link = [](const std::string& a, const std::string& b) {
        return "[[link]]\nends = [\"" + a + "\", \"" + b + "\"]\n";
    };
    using Parts = std::vector<std::size_t>;
    EXPECT_EQ(parts_of(read(kHosts + kLink + kFlow)), (Parts{0, 0, 1}));
    EXPECT_EQ(parts_of(read(kHosts + more + kFlow + link("c", "d") + kLink)), (Parts{0, 0, 1, 1, 2}));
    EXPECT_EQ(parts_of(read(kHosts + more + kFlow + kLink + link("c", "e:0") + link("d", "e:1"))),
              (Parts{0, 0, 1, 1, 1}));
}

TEST_F(Network, ThePairIsAnotherSpelling) {
    const Experiment pair = read("[run]\nmode = \"transmit\"\n[client]\ncard = \"pio_fifo\"\n");
    EXPECT_EQ(pair.hosts[0].name + pair.hosts[1].name, "clientserver");
    EXPECT_EQ(pair.flows[0].kind->name, "transmit");
    EXPECT_EQ(pair.links[0].ends[1].name, "server");
    EXPECT_EQ((*read("", {"client.card=pio_fifo"}).config)["client"]["card"], "pio_fifo");
}

TEST_F(Network, WhatStandsOutsideOfHostsIsSharedAndAHostsOwnGoesBefore) {
    const std::string fifo = "nic.sar.tx_fifo_cells";
    const Experiment e =
        read(kHosts + kLink + kFlow, {fifo + "=3", "defaults.host.pci.width=64", "host.b." + fifo + "=4"});
    EXPECT_EQ((*e.config)["host"]["a"]["nic"]["sar"]["tx_fifo_cells"], 3);
    EXPECT_EQ((*e.config)["host"]["b"]["nic"]["sar"]["tx_fifo_cells"], 4);
    EXPECT_EQ((*e.config)["host"]["a"]["pci"]["width"], 64);
}

TEST_F(Network, FlowsGetConnectionsOfTheirOwn) {
    const Experiment e = read(kHosts + kLink + "[[vc]]\nname = \"v\"\nvci = 3904\nvci_back = 50\n" + kFlow +
                              "vc = \"v\"\n" + kFlow + "[[flow]]\nfrom = \"b\"\nto = \"a\"\n");
    EXPECT_EQ(e.flows[0].vci, 3904);
    EXPECT_EQ(e.flows[0].vci_back, 50);
    EXPECT_EQ(e.flows[1].vci, 3905);
    EXPECT_EQ(e.flows[2].vci, 3906);
    EXPECT_EQ(e.host("a").host.programs.size(), 3u);
    EXPECT_EQ(e.host("a").host.programs[2].application.send, 3906u);
    EXPECT_TRUE(e.host("a").host.programs[2].application.echo);
}

TEST_F(Network, AssignmentsReachNamedHostsOverWhatHostsShare) {
    const std::string shared = "[defaults.host]\nprofile = \"ideal\"\n[defaults.host.nic.sar]\ntx_fifo_cells = 5\n";
    const Experiment e = read(shared + kHosts + kLink + kFlow, {"host.b.nic.sar.tx_fifo_cells=4"});
    EXPECT_EQ((*e.config)["host"]["a"]["nic"]["sar"]["tx_fifo_cells"], 5);
    EXPECT_EQ((*e.config)["host"]["b"]["nic"]["sar"]["tx_fifo_cells"], 4);
    EXPECT_EQ(e.host("a").host.profile.name, "ideal");
    EXPECT_EQ((*e.config)["host"]["b"]["nic"]["sar"]["tx_fifo_cells"], 4);
}

TEST_F(Network, TwoCardsHaveTablesOfTheirOwn) {
    const Experiment e = read(
        "[[host]]\nname = \"a\"\ncards = [\"idt77901\", \"pio_fifo\"]\n[host.nic.sar]\n"
        "tx_fifo_cells = 3\n[[host]]\nname = \"b\"\n[[link]]\nends = [\"a:1\", \"b\"]\n" +
        kFlow);
    EXPECT_EQ(e.host("a").cards.size(), 2u);
    EXPECT_EQ((*e.config)["host"]["a"]["nic"]["sar"]["tx_fifo_cells"], 3);
    EXPECT_EQ(e.links[0].ends[0].name, "a_nic1");
    EXPECT_EQ(e.host("a").host.programs[0].card, 1u);
}

TEST_F(Network, EachMistakeHasItsSentence) {
    expect_refused(kHosts + kLink + kFlow + "speed = 3\n", "e.toml:12:1: flow.flow0.speed: unknown key; ");
    expect_refused(kHosts + kLink + "[[flow]]\nfrom = \"a\"\nto = \"bb\"\n",
                   "e.toml:11:6: flow.flow0.to = \"bb\": unknown host 'bb' (did you mean \"b\"?)");
    expect_refused(kHosts + kLink + "[[flow]]\nfrom = \"a\"\nto = \"c\"\n",
                   "no link between a and c; expected a [[link]]");
    expect_refused(kHosts + "[[host]]\nname = \"b\"\n" + kLink + kFlow,
                   "e.toml:8:8: host.b.name = \"b\": already in use; expected another name");
    expect_refused(kHosts + kLink + "[[link]]\nends = [\"c\", \"b\"]\n" + kFlow,
                   "'b' has another link; expected one link per card");
    expect_refused(kHosts + "[[link]]\nends = [\"a:1\", \"b\"]\n" + kFlow,
                   "'a:1', but the host has one card; expected cards = [..., ...] of host a");
    expect_refused(kHosts + "[[link]]\nends = [\"a\", \"x\"]\n" + kFlow, "unknown host 'x'");
    expect_refused(kHosts + kLink + kFlow + "vc = \"v\"\n", "unknown vc 'v'; expected no name, since none is defined");
    expect_refused(kHosts + kLink + "[[vc]]\nname = \"v\"\n" + kFlow + "vc = \"v\"\n" + kFlow + "vc = \"v\"\n",
                   "used by another flow; expected one flow per vc");
    expect_refused(kHosts + kLink + "[[vc]]\nname = \"v\"\n[[vc]]\nname = \"w\"\n" + kFlow + "vc = \"v\"\n" + kFlow +
                       "vc = \"w\"\n",
                   "vc.w.vci = 3904 (default): used by another vc of this link; expected another VCI");
    expect_refused(kHosts + kLink + kFlow + "[client]\ncard = \"pio_fifo\"\n", "client: unknown key; ");
    expect_refused(kHosts + kLink, "flow: missing; expected tables [[flow]]");
    expect_refused("[[host]]\nname = \"to_b\"\n" + kFlow, "host.to_b.name = \"to_b\": a reserved name");
    expect_refused("[[host]]\n" + kFlow, "host.name: missing; expected letters");
    expect_refused(kHosts + kLink + kFlow, "--set host.d: unknown host", {"host.d.card=pio_fifo"});
    expect_refused("[run]\nmode = \"echo\"\n" + kHosts + kLink + kFlow, "run.mode: unknown key; ");
    expect_refused("[client]\ncadr = \"pio_fifo\"\n", "did you mean \"card\"?");
}

}  // namespace
}  // namespace niclab::lab
