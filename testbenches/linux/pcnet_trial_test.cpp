// The kernel's pcnet32.c and mii.c on the Am79C970A: the whole trial, and the faults that it must
// detect.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

#include "am79c970a_card.h"
#include "ethernet_trial.h"
#include "support/repetitions.h"
#include "support/sim_test.h"

namespace niclab::linux_kernel {
namespace {

class Pcnet : public test::SimTest {
protected:
    void SetUp() override {
        if (!std::filesystem::exists(NICLAB_PCNET_MODULE))
            GTEST_SKIP() << "no kernel driver: scripts/fetch_kernel_driver.sh could not get Debian's linux-source-6.1";
    }
    static EthernetTrial::Config config() {
        EthernetTrial::Config c;
        c.kind = am79c970a();
        c.bench.module = NICLAB_PCNET_MODULE;
        c.frames = std::getenv("NICLAB_LONG") ? 10'000 : test::repetitions(60);
        return c;
    }
    static const lance::Core& chip(const Station& node) {
        return static_cast<const Am79c970aCard&>(*node.card).card.chip;
    }
    static void run_trial(EthernetTrial& trial) {
        trial.run([](double, const std::string&) { return true; });
        for (const auto& step : trial.steps())
            std::printf("%s  %s: %s\n", step.passed ? "ok    " : "FAILED", step.name.c_str(), step.result.c_str());
    }
};

/// The accesses of the driver to a card that it finds are defined by its source. They are a reset,
/// and reads of CSR0, RAP, 88, 89 and 12 to 14, of six octets of PROM and of BCR2.
TEST_F(Pcnet, PassesTheTrial) {
    EthernetTrial trial(config());
    run_trial(trial);
    EXPECT_TRUE(trial.passed());
    ASSERT_EQ(trial.steps().size(), 22u);
    EXPECT_EQ(trial.steps()[0].result,
              "15 + 15 reads, 16 + 16 writes; the client's: "
              "read 00h x1 01h x1 02h x1 03h x1 04h x1 05h x1 10h x6 12h x1 14h x1 16h x1; "
              "written 10h x2 12h x12 16h x2");
    EXPECT_GT(chip(trial.bench().client_node).sent().collisions, 0u);
    EXPECT_EQ(chip(trial.bench().client_node).sent().underruns, 0u);
    EXPECT_GT(chip(trial.bench().server_node).received().missed, 0u);
    EXPECT_EQ(chip(trial.bench().server_node).received().overruns, 0u);
    EXPECT_GT(trial.bench().client_node.backplane->transactions(), 10'000u);
}

}  // namespace
}  // namespace niclab::linux_kernel
