// Whatever a host writes: no hang, no crash, no cell unaccounted for. NICLAB_CASES sets the number of cases.
#include <cstdlib>

#include "base/random.h"
#include "support/sar_bench.h"

namespace niclab::nicstar {
namespace {

using test::SarBench;

class SarRandom : public test::SarCorner {
protected:
    static unsigned cases() {
        const char* n = std::getenv("NICLAB_CASES");
        return n ? static_cast<unsigned>(std::atoi(n)) : 1000;
    }
};

/// A host that mixes what makes sense with what does not.
class Madman {
public:
    Madman(SarBench& bench, std::uint64_t seed) : bench_(bench), random_(seed, "madman") {
        bench_.memory.verdict = [this](const bus::Burst& burst) {
            const std::uint64_t end = std::uint64_t{burst.address} + 4 * burst.dwords;
            if (end > bench_.memory.dwords.size() * 4) return bus::BurstStatus::MasterAbort;
            return random_.chance(abort_share) ? bus::BurstStatus::TargetAbort : bus::BurstStatus::Done;
        };
    }
    double abort_share = 0;
    std::uint64_t arrived = 0;

    void act() {
        switch (pick(12)) {
            case 0:
                return bench_.write(4 * pick(21), word());
            case 1:
                return bench_.write(reg::kCmd, word());
            case 2:
                return bench_.write(reg::kCfg, (word() & ~cfg::kReset) | (pick(4) ? cfg::kRxPath | cfg::kTxEnable : 0));
            case 3:
                return put_descriptors();
            case 4:
                return bench_.write_sram(sram_map::kVrScd[pick(3)], {address(), word() & 0x1FF0u, ~0u, word()});
            case 5:
                return bench_.write_sram(
                    sram_map::kTst + pick(6),
                    {pick(4) << 29 | (pick(2) ? sram_map::kTst + pick(6) : 0x1D24A + 12 * pick(4))});
            case 6:
                return bench_.write_sram(pick(64) * 4, {word() & 0x003F'FFFFu, word(), address(), word()});
            case 7:
                return supply();
            case 8:
                return bench_.write(reg::kStat, word());
            case 9:
                bench_.read(4 * pick(21));
                return;
            case 10:
                return SarBench::clocks(pick(2000));
            default:
                for (unsigned i = pick(6); i > 0; --i) arrive();
        }
    }
    unsigned pick(unsigned n) { return static_cast<unsigned>(random_.uniform(0, n - 1)); }

private:
    /// Often of few bits, often of all.
    std::uint32_t word() {
        const auto w = static_cast<std::uint32_t>(random_.uniform(0, 0xFFFFFFFF));
        return pick(2) ? w : w & static_cast<std::uint32_t>(random_.uniform(0, 0xFFFFFFFF));
    }
    /// Mostly in memory.
    std::uint32_t address() { return pick(20) ? pick(0x3FFFF) : word(); }

    void put_descriptors() {
        for (unsigned i = pick(5); i > 0; --i) {
            const std::uint32_t kind = pick(4) ? pick(1 << 12) << 19 & 0x7FFF0000u : 1u << 31;
            bench_.put_entry(kind | pick(200), address(), word(), word() & 0x0000FFFFu);
        }
        bench_.doorbell();
    }
    void supply() {
        bench_.write(0, word()), bench_.write(4, address());
        bench_.write(8, word()), bench_.write(12, address());
        bench_.command(6u << 28 | pick(2));
    }
    void arrive() {
        atm::Cell cell;
        cell.set_header({static_cast<std::uint8_t>(pick(8) ? 0 : pick(16)),
                         static_cast<std::uint8_t>(pick(10) ? 0 : pick(256)), static_cast<std::uint16_t>(pick(64)),
                         static_cast<std::uint8_t>(pick(8)), pick(2) == 0});
        for (unsigned i = 0; i < 48; ++i) cell.payload()[i] = static_cast<std::uint8_t>(pick(256));
        bench_.arrive(cell);
        ++arrived;
    }
    SarBench& bench_;
    base::RandomStream random_;
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
