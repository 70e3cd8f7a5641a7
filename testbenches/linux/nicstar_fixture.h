/// @file A fixture of the tests that run the kernel's driver: they are skipped if it could not be
/// fetched.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

#include "base/random.h"
#include "support/nicstar_chip.h"
#include "support/sim_test.h"
#include "two_machines.h"

namespace niclab::linux_kernel {

class Nicstar : public test::SimTest {
protected:
    static constexpr int kVci = 100;

    void SetUp() override {
        if (!std::filesystem::exists(NICLAB_DRIVER_MODULE))
            GTEST_SKIP() << "no kernel driver: scripts/fetch_kernel_driver.sh could not get Debian's linux-source-6.1";
    }
    static TwoMachines::Config config() {
        TwoMachines::Config c;
        c.module = NICLAB_DRIVER_MODULE;
        return c;
    }
    /// The driver clears an event after it has read the queue: entries that come in between wait
    /// for its poll, once per second. Here a second is 10 ms.
    static TwoMachines::Config traffic_config() {
        TwoMachines::Config c = config();
        c.jiffy_us = 40;
        return c;
    }
    /// The count of a test, or that of its long variant if NICLAB_LONG is set.
    static unsigned count(unsigned usual, unsigned in_long_run) {
        return std::getenv("NICLAB_LONG") ? in_long_run : usual;
    }
    static std::vector<std::uint8_t> random_octets(base::RandomStream& random, std::size_t n) {
        std::vector<std::uint8_t> octets(n);
        for (auto& o : octets) o = static_cast<std::uint8_t>(random.uniform(0, 255));
        return octets;
    }
    /// Opens both ends of a connection.
    static void open(TwoMachines& bench, Socket& client, Socket& server, int vci, Socket::Quality quality) {
        bench.client.post([&client, vci, quality] { EXPECT_EQ(client.open(0, vci, quality), 0); });
        bench.server.post([&server, vci, quality] { EXPECT_EQ(server.open(0, vci, quality), 0); });
        bench.finish();
    }
    static void expect_rules_held(const TwoMachines& bench) {
        const auto violations = bench.violations();
        EXPECT_EQ(violations.size(), 0u) << violations.front();
    }
};

}  // namespace niclab::linux_kernel
