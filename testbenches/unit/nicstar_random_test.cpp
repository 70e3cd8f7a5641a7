// Whatever a host writes: no hang, no crash, no cell unaccounted for. NICLAB_CASES sets the number
// of cases.
#include <cstdlib>

#include "support/sar_madman.h"

namespace niclab::nicstar {
namespace {

using test::Madman;
using test::SarBench;

class SarRandom : public test::SarCorner {
protected:
    static unsigned cases() {
        const char* n = std::getenv("NICLAB_CASES");
        return n ? static_cast<unsigned>(std::atoi(n)) : 1000;
    }
};

TEST_F(SarRandom, NothingAHostWritesHangsTheCardOrLosesACellUnseen) {
    Config config;
    config.timer_start = 0xFFFF00;
    SarBench bench(config);
    Madman host(bench, 42);
    const unsigned n = cases();
    for (unsigned i = 0; i < n; ++i) {
        host.abort_share = i % 3 == 0 ? 0.05 : 0;
        bench.memory.latency = 1 + host.pick(40);
        bench.line.cells.clear(), bench.line.pattern.clear(), bench.memory.bursts.clear();
        if (host.pick(2))
            bench.scq_next = 0, bench.set_up(host.pick(2) ? cfg::kRxRm | cfg::kVcErrAccept | cfg::kIcAccept : 0);
        for (unsigned k = 20 + host.pick(40); k > 0; --k) host.act();
        // The command under way ends, and a reset ends everything else.
        for (unsigned k = 0; bench.read(reg::kStat) & stat::kCmdBusy; ++k) ASSERT_LT(k, 1000u) << "case " << i;
        bench.write(reg::kCfg, cfg::kReset);
        bench.write(reg::kCfg, 0);
        SarBench::clocks(200);
        const Reassembler::Stats& r = bench.sar.receive_stats();
        const RxFifo::Stats& f = bench.sar.fifo_stats();
        ASSERT_EQ(r.stored + r.raw_cells + r.invalid + r.lookup_errors + r.resource_management + r.no_buffer + r.reset +
                      f.overflow + f.receive_disabled,
                  host.arrived)
            << "case " << i;
        ASSERT_EQ(bench.read(reg::kStat) & ~stat::kTmrof, 0u) << "case " << i;
    }
    std::printf("%u cases, %llu cells received, %llu sent, %llu aborted bursts\n", n,
                static_cast<unsigned long long>(host.arrived),
                static_cast<unsigned long long>(bench.sar.transmit_stats().user_cells),
                static_cast<unsigned long long>(bench.sar.transmit_stats().aborted_buffers +
                                                bench.sar.transmit_stats().aborted_entries +
                                                bench.sar.receive_stats().aborted_bursts));
    EXPECT_GT(bench.sar.transmit_stats().user_cells, n);
    EXPECT_GT(bench.sar.receive_stats().stored, n / 20);
    EXPECT_GT(bench.sar.transmit_stats().aborted_buffers, n / 50);
    // And it works as on the first day.
    host.abort_share = 0;
    bench.memory.latency = 6;
    bench.scq_next = 0;
    bench.line.cells.clear();
    bench.set_up();
    open(bench);
    supply(bench, 0, 1);
    send(bench, 100);
    bench.doorbell();
    SarBench::clocks(4000);
    expect_pdu(bench, bench.line.cells.size() - 3, 100);
    const auto stored = bench.sar.receive_stats().stored;
    bench.arrive(single_cell());
    SarBench::clocks(200);
    EXPECT_EQ(bench.sar.receive_stats().stored, stored + 1);
}

}  // namespace
}  // namespace niclab::nicstar
