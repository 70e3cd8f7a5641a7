// The kernel's 3c59x.c and mii.c on the 3C595: the whole trial, by programmed I/O and by the bus
// master, at both rates; parameters of modules.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "core/config.h"
#include "etherlink_card.h"
#include "ethernet_fixture.h"
#include "ethernet_trial.h"
#include "runtime/parameters.h"
#include "support/repetitions.h"
#include "support/sim_test.h"

namespace niclab::linux_kernel {
namespace {

class Vortex : public test::SimTest {
protected:
    void SetUp() override {
        if (!std::filesystem::exists(NICLAB_VORTEX_MODULE))
            GTEST_SKIP() << "no kernel driver: scripts/fetch_kernel_driver.sh could not get Debian's linux-source-6.1";
    }
    static EthernetTrial::Config config() {
        EthernetTrial::Config c;
        c.kind = card_3c595();
        c.bench.module = NICLAB_VORTEX_MODULE;
        c.frames = std::getenv("NICLAB_LONG") ? 10'000 : test::repetitions(60);
        return c;
    }
    static const etherlink::Core& chip(const Station& node) {
        return static_cast<const EtherLinkCard&>(*node.card).card.chip;
    }
    static void run_trial(EthernetTrial& trial) {
        trial.run([](double, const std::string&) { return true; });
        for (const auto& step : trial.steps())
            std::printf("%s  %s: %s\n", step.passed ? "ok    " : "FAILED", step.name.c_str(), step.result.c_str());
    }
    /// All steps passed, without an error in the cards.
    static void expect_passed(const EthernetTrial& trial) {
        EXPECT_TRUE(trial.passed());
        ASSERT_EQ(trial.steps().size(), 22u);
        EXPECT_EQ(trial.steps()[0].result,
                  "131 + 131 reads, 74 + 74 writes; the client's: read 00h x1 06h x1 08h x1 0Ah x64 0Ch x64; "
                  "written 00h x1 01h x1 02h x1 03h x1 04h x1 05h x1 0Ah x64 0Eh x4");
        for (const Station* node : {&trial.bench().client_node, &trial.bench().server_node}) {
            EXPECT_EQ(chip(*node).sent().underruns, 0u);
            EXPECT_EQ(chip(*node).sent().overruns, 0u);
            EXPECT_EQ(chip(*node).received().underruns, 0u);
        }
        EXPECT_GT(chip(trial.bench().client_node).sent().collisions, 0u);
        EXPECT_GT(chip(trial.bench().server_node).received().missed, 0u);
    }
};

/// The accesses of the driver to a card that it finds are defined by its source. It reads 64 words
/// of EEPROM, each with a write, a poll and a read. It also reads 3 registers and 6 octets of
/// address, and selects a window 4 times.
TEST_F(Vortex, PassesTheTrialByProgrammedIo) {
    EthernetTrial trial(config());
    run_trial(trial);
    expect_passed(trial);
    EXPECT_EQ(trial.bench().client.ethernet.device(), nullptr);
}

TEST_F(Vortex, PassesTheTrialByItsBusMaster) {
    EthernetTrial::Config c = config();
    c.bench.parameters = {"options=16"};
    EthernetTrial trial(c);
    run_trial(trial);
    expect_passed(trial);
}

TEST_F(Vortex, PassesTheTrialAt100Mbps) {
    EthernetTrial::Config c = config();
    c.frames = std::max(c.frames, kFramesThatCollide);
    c.bench.parameters = {"options=4"};
    c.bench.mbps = 100;
    EthernetTrial trial(c);
    run_trial(trial);
    expect_passed(trial);
}

/// With 10BASE-T as a parameter on a network of 100 Mb/s it sees no link, and the trial reports
/// that.
TEST_F(Vortex, TheWrongTransceiverFailsItForWantOfLink) {
    EthernetTrial::Config c = config();
    c.bench.parameters = {"options=0"};
    c.bench.mbps = 100, c.frames = 5;
    EthernetTrial trial(c);
    run_trial(trial);
    EXPECT_FALSE(trial.passed());
    EXPECT_NE(trial.steps()[1].result.find("the driver sees no link"), std::string::npos);
}

TEST_F(Vortex, ParametersAreThoseOfTheModule) {
    const auto sentence = [](const std::string& assignment) -> std::string {
        try {
            Parameters::check(NICLAB_VORTEX_MODULE, {assignment});
        } catch (const core::ConfigError& e) {
            return e.what();
        }
        return "";
    };
    EXPECT_EQ(sentence("options=16"), "");
    EXPECT_EQ(sentence("options=16,-1,0x20"), "");
    EXPECT_EQ(sentence("debug=7"), "");
    EXPECT_NE(sentence("optoins=16")
                  .find("optoins: unknown parameter of the driver (did you mean \"options\"?); expected one of "),
              std::string::npos);
    EXPECT_EQ(sentence("options"), "--module-param options: not an assignment; expected NAME=VALUE[,VALUE...]");
    EXPECT_EQ(sentence("options=1,2,3,4,5,6,7,8,9"), "--module-param options: 9 values; expected 1 to 8");
    EXPECT_EQ(sentence("debug=1,2"), "--module-param debug: 2 values; expected 1");
    EXPECT_EQ(sentence("debug=x"), "--module-param debug=x: wrong type; expected a number of type int");
    EXPECT_EQ(sentence("debug=4294967296"),
              "--module-param debug=4294967296: wrong type; expected a number of type int");
}

}  // namespace
}  // namespace niclab::linux_kernel
