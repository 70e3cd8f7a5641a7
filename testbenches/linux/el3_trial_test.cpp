// The kernel's 3c509.c on the 3C509: the whole trial, and what it must notice.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

#include "card_3c509_card.h"
#include "ethernet_trial.h"
#include "support/sim_test.h"

namespace niclab::linux_kernel {
namespace {

class El3 : public test::SimTest {
protected:
    void SetUp() override {
        if (!std::filesystem::exists(NICLAB_3C509_MODULE))
            GTEST_SKIP() << "no kernel driver: scripts/fetch_kernel_driver.sh could not get Debian's linux-source-6.1";
    }
    static EthernetTrial::Config config() {
        EthernetTrial::Config c;
        c.kind = card_3c509();
        c.bench.module = NICLAB_3C509_MODULE;
        c.frames = std::getenv("NICLAB_LONG") ? 10'000 : 60;
        return c;
    }
    static void run_trial(EthernetTrial& trial) {
        trial.run([](double, const std::string&) { return true; });
        for (const auto& step : trial.steps())
            std::printf("%s  %s: %s\n", step.passed ? "ok    " : "FAILED", step.name.c_str(), step.result.c_str());
    }
};

TEST_F(El3, PassesTheTrial) {
    EthernetTrial trial(config());
    run_trial(trial);
    EXPECT_TRUE(trial.passed());
    ASSERT_EQ(trial.steps().size(), 8u);
    EXPECT_TRUE(trial.bench().client.logged("3c5x9 found at 0x300, 10baseT port, address 00:20:af:00:00:01, IRQ 10"));
}

/// Ports and interrupt are what the EEPROM says; the driver may be told another interrupt, and the card goes by it.
TEST_F(El3, IsWhereItsEepromSaysAndAsksByTheLineItIsTold) {
    EthernetTrial::Config c = config();
    etherlink::Config card = etherlink::Card3c509::card_3c509_defaults();
    card.port = 0x250;
    c.bench.make = make_3c509(card);
    c.bench.parameters = {"irq=5"};
    c.frames = 20;
    EthernetTrial trial(c);
    run_trial(trial);
    EXPECT_TRUE(trial.passed());
    EXPECT_TRUE(trial.bench().client.logged("3c5x9 found at 0x250, 10baseT port, address 00:20:af:00:00:01, IRQ 5"));
}

}  // namespace
}  // namespace niclab::linux_kernel
