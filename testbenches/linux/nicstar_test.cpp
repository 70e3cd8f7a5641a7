// The kernel's own nicstar driver runs the simulated card.
#include <gtest/gtest.h>

#include <filesystem>

#include "support/sim_test.h"
#include "two_machines.h"

namespace niclab::kernel {
namespace {

class Nicstar : public test::SimTest {
protected:
    void SetUp() override {
        if (!std::filesystem::exists(NICLAB_DRIVER_MODULE))
            GTEST_SKIP() << "no kernel driver: scripts/fetch_kernel_driver.sh could not get Debian's linux-source-6.1";
    }
    static TwoMachines::Config config() {
        TwoMachines::Config c;
        c.module = NICLAB_DRIVER_MODULE;
        return c;
    }
};

TEST_F(Nicstar, ProbesBothCards) {
    TwoMachines bench(config());
    bench.load();
    for (Machine* machine : {&bench.client, &bench.server}) {
        for (const LogLine& line : machine->log()) std::printf("%12.3f us  %s\n", line.time_us, line.text.c_str());
        std::printf("%s\n", machine->accesses.fingerprint().c_str());
        ASSERT_NE(machine->interface(), nullptr);
    }
}

}  // namespace
}  // namespace niclab::kernel
