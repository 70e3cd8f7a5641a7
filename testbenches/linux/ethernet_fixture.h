/// @file  What the tests of the Ethernet drivers' trials have in common.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

#include "ethernet_trial.h"
#include "support/sim_test.h"

namespace niclab::linux_kernel {

class EthernetFixture : public test::SimTest {
protected:
    EthernetFixture(const EthernetKind& kind, const char* module) : kind_(kind), module_(module) {}
    void SetUp() override {
        if (!std::filesystem::exists(module_))
            GTEST_SKIP() << "no kernel driver: scripts/fetch_kernel_driver.sh could not get Debian's linux-source-6.1";
    }
    /// 60 frames each way, 10 000 in a long run.
    EthernetTrial::Config config() const {
        EthernetTrial::Config c;
        c.kind = kind_;
        c.bench.module = module_;
        c.frames = std::getenv("NICLAB_LONG") ? 10'000 : 60;
        return c;
    }
    static void run_trial(EthernetTrial& trial) {
        trial.run([](double, const std::string&) { return true; });
        for (const auto& step : trial.steps())
            std::printf("%s  %s: %s\n", step.passed ? "ok    " : "FAILED", step.name.c_str(), step.result.c_str());
    }

private:
    const EthernetKind& kind_;
    const char* module_;
};

}  // namespace niclab::linux_kernel
