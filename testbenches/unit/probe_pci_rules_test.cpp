// The bus models under random traffic, checked against all rules by the passive checker.
#include <gtest/gtest.h>

#include "probe/account/pin_watch.h"
#include "support/pci_random.h"
#include "support/sim_test.h"

namespace niclab::probe {
namespace {

class PciRandomRules : public test::SimTest {
protected:
    static void hold(test::RandomPciBench& bench) {
        check::Report report;
        PciWatch watch("watch", bench.clock, bench.bus, "bus", {"nic"}, &report);
        for (unsigned configuration = 0; configuration < 100; ++configuration) {
            bench.configure();
            bus::Burst expected;
            for (unsigned i = 0; i < bench.kInitiators; ++i)
                for (unsigned n = 0; n < 12; ++n) bench.add(i, expected);
            const auto left = [&] {
                std::size_t n = 0;
                for (const test::Engine* engine : bench.engines()) n += 12 - engine->done.size();
                return n;
            };
            for (unsigned spent = 0; left() > 0 && spent < 20'000; spent += 50)
                run(core::from_fs(50 * bench.clock.period_fs()));
            ASSERT_EQ(left(), 0u);
            run(core::from_fs(5 * bench.clock.period_fs()));
            for (test::Engine* engine : bench.engines()) engine->done.clear();
            bench.recorder.samples.clear();
        }
        EXPECT_GT(watch.transactions(), 3600u);
        for (const check::Violation& v : report.violations())
            ADD_FAILURE() << v.rule->id << " " << v.where << " at " << v.at / bench.clock.period_fs() << ": " << v.seen;
    }
};

TEST_F(PciRandomRules, HoldAt32Bits) {
    test::RandomPciBench bench(7, false);
    hold(bench);
}

TEST_F(PciRandomRules, HoldAt64Bits) {
    test::RandomPciBench bench(8, true);
    hold(bench);
}

}  // namespace
}  // namespace niclab::probe
