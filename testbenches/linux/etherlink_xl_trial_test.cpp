// The kernel's 3c59x.c and mii.c on the 3C905, the 3C905B and the 3C905C: the whole trial, by their
// lists of descriptors, of the 3C905B at both rates.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "etherlink_card.h"
#include "ethernet_fixture.h"
#include "ethernet_trial.h"
#include "support/repetitions.h"
#include "support/sim_test.h"

namespace niclab::linux_kernel {
namespace {

class EtherLinkXl : public test::SimTest {
protected:
    void SetUp() override {
        if (!std::filesystem::exists(NICLAB_VORTEX_MODULE))
            GTEST_SKIP() << "no kernel driver: scripts/fetch_kernel_driver.sh could not get Debian's linux-source-6.1";
    }
    static void expect_passed(const EthernetKind& kind, unsigned mbps) {
        EthernetTrial::Config c;
        c.kind = kind;
        c.bench.module = NICLAB_VORTEX_MODULE;
        c.bench.mbps = mbps;
        c.frames = std::getenv("NICLAB_LONG") ? 10'000 : std::max(test::repetitions(60), kFramesThatCollide);
        EthernetTrial trial(c);
        trial.run([](double, const std::string&) { return true; });
        for (const auto& step : trial.steps())
            std::printf("%s  %s: %s\n", step.passed ? "ok    " : "FAILED", step.name.c_str(), step.result.c_str());
        EXPECT_TRUE(trial.passed());
        ASSERT_EQ(trial.steps().size(), 22u);
        for (const Station* node : {&trial.bench().client_node, &trial.bench().server_node}) {
            const auto& chip = static_cast<const ListEtherLinkCard&>(*node->card).card.chip;
            EXPECT_EQ(chip.sent().underruns, 0u);
            EXPECT_GT(chip.sent().frames, c.frames);
            EXPECT_LE(chip.sent().frames + chip.sent().given_up + chip.sent().carrier_lost,
                      chip.downloads().descriptors);
        }
        const auto& server = static_cast<const ListEtherLinkCard&>(*trial.bench().server_node.card).card.chip;
        EXPECT_GT(server.received().overruns, 0u);
        EXPECT_GT(server.uploads().full, 0u);
    }
};

using Boomerang = EtherLinkXl;
using Cyclone = EtherLinkXl;
using Tornado = EtherLinkXl;

TEST_F(Boomerang, PassesTheTrial) { expect_passed(card_3c905(), 10); }

TEST_F(Cyclone, PassesTheTrial) { expect_passed(card_3c905b(), 10); }

TEST_F(Cyclone, PassesTheTrialAt100Mbps) { expect_passed(card_3c905b(), 100); }

TEST_F(Tornado, PassesTheTrial) { expect_passed(card_3c905c(), 10); }

}  // namespace
}  // namespace niclab::linux_kernel
