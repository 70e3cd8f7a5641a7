/// @file The common part of the tests of the Ethernet drivers' trials.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "ethernet_trial.h"
#include "support/repetitions.h"
#include "support/sim_test.h"

namespace niclab::linux_kernel {

/// The effect of probing an NE2000 on its registers: 32 octets of PROM, and the core's pages.
constexpr const char* kNe2000Probe =
    "38 + 38 reads, 40 + 40 writes; the client's: read 00h x1 07h x1 0Dh x3 10h x32 1Fh x1; written 00h x7 01h x2 02h "
    "x2 "
    "03h x2 04h x2 05h x1 06h x1 07h x4 08h x1 09h x1 0Ah x3 0Bh x3 0Ch x2 0Dh x3 0Eh x3 0Fh x2 1Fh x1";

/// With fewer frames in each direction two stations at 100 Mb/s may have no collision, which a trial
/// requires.
constexpr unsigned kFramesThatCollide = 60;

class EthernetFixture : public test::SimTest {
protected:
    EthernetFixture(const EthernetKind& kind, const char* module) : kind_(kind), module_(module) {}
    void SetUp() override {
        if (!std::filesystem::exists(module_))
            GTEST_SKIP() << "no kernel driver: scripts/fetch_kernel_driver.sh could not get Debian's linux-source-6.1";
    }
    /// 60 frames each way, 10 000 in a long run, fewer in a debug build.
    EthernetTrial::Config config() const {
        EthernetTrial::Config c;
        c.kind = kind_;
        c.bench.module = module_;
        c.frames = std::getenv("NICLAB_LONG") ? 10'000 : test::repetitions(60);
        return c;
    }
    /// `steps`: those that a test is about, besides those that each trial needs; none: all.
    static void run_trial(EthernetTrial& trial, const std::vector<std::string>& steps = {}) {
        trial.choose(steps);
        trial.run([](double, const std::string&) { return true; });
        for (const auto& step : trial.steps())
            std::printf("%s  %s: %s\n", step.passed ? "ok    " : "FAILED", step.name.c_str(), step.result.c_str());
    }

private:
    const EthernetKind& kind_;
    const char* module_;
};

}  // namespace niclab::linux_kernel
