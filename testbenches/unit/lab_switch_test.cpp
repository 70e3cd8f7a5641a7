// Switches between cards at signal level: the links through each, the hosts that are connected, and
// the groups of flows.
#include <gtest/gtest.h>

#include <set>

#include "lab/bench/parts.h"
#include "lab/experiment/experiment.h"

namespace niclab::test {

namespace {

lab::Experiment read(std::vector<std::string> assignments = {}) {
    lab::Overrides overrides;
    overrides.assignments = std::move(assignments);
    return lab::read_experiment(lab::experiment_path("switched"), overrides);
}

}  // namespace

TEST(LabSwitch, TwoHostsThatTalkHaveALinkOverIt) {
    const lab::Experiment e = read({"switch.hub.transit=\"4 us\"", "switch.hub.queue_frames=7"});
    ASSERT_EQ(e.switches.size(), 1u);
    EXPECT_EQ(e.switches[0].queue_frames, 7u);
    EXPECT_EQ(e.switches[0].transit_us, 4);
    ASSERT_EQ(e.switches[0].ports.size(), 3u);
    ASSERT_EQ(e.links.size(), 2u);
    for (const lab::LinkConfig& link : e.links) {
        EXPECT_EQ(link.over, std::size_t{0});
        EXPECT_EQ(link.units, "frames");
        EXPECT_EQ(e.hosts[link.ends[1].host].name, "server");
    }
    EXPECT_EQ(e.flows[0].link, 0u);
    EXPECT_EQ(e.flows[1].link, 1u);
}

TEST(LabSwitch, GroupsAreNumberedForAllOfIt) {
    const lab::Experiment e = read();
    std::set<unsigned> numbers;
    for (const lab::FlowConfig& flow : e.flows) {
        EXPECT_EQ(flow.vci, flow.vci_back);
        numbers.insert(flow.vci);
    }
    EXPECT_EQ(numbers.size(), e.flows.size());
}

TEST(LabSwitch, ItsHostsAreOnePart) {
    lab::Experiment e = read();
    EXPECT_EQ(lab::parts_of(e), (std::vector<std::size_t>{0, 0, 0}));
    e.links.pop_back();  // No host communicates with ben.
    EXPECT_EQ(lab::parts_of(e), (std::vector<std::size_t>{0, 0, 0}));
}

}  // namespace niclab::test
