// Host memory, IOMMU, and whole trials of the bench: closed forms and conservation.
#include <gtest/gtest.h>

#include "pcie/bench/trial.h"

namespace niclab::pcie {
namespace {

using base::kNanosecond;

TEST(PcieHostMemory, TheLastWrittenLinesOfAWindowAreInTheCache) {
    HostMemoryConfig config;
    config.llc_octets = 4096;
    config.miss = 40;
    HostMemory memory(config, 0x10000, 8192);
    EXPECT_EQ(memory.read_time(0x10000, 64), 40u);
    memory.warm();
    EXPECT_EQ(memory.read_time(0x10000 + 4032, 64), 40u);
    EXPECT_EQ(memory.read_time(0x10000 + 4096, 64), 0u);
    EXPECT_EQ(memory.read_time(0x10000 + 4092, 8), 40u) << "the slower one of two lines";
    memory.write(0x10000, 64);
    EXPECT_EQ(memory.read_time(0x10000, 64), 0u) << "in the card's socket";
    for (unsigned line = 1; line <= 6; ++line) memory.write(0x10000 + 64 * line, 64);
    EXPECT_EQ(memory.read_time(0x10000, 64), 40u) << "the share has 6 lines";
    EXPECT_EQ(memory.read_time(0x10000 + 64, 64), 0u);
}

TEST(PcieHostMemory, MemoryOfAnotherSocketCostsTheHopUntilTheCardWritesIt) {
    HostMemoryConfig config;
    config.llc_octets = 4096;
    config.miss = 40;
    config.hop = 100;
    HostMemory memory(config, 0, 8192);
    EXPECT_EQ(memory.read_time(0, 64), 100u);
    memory.warm();
    EXPECT_EQ(memory.read_time(0, 64), 100u);
    EXPECT_EQ(memory.read_time(8128, 64), 100u);
    memory.write(0, 64);
    EXPECT_EQ(memory.read_time(0, 64), 0u);
}

TEST(PcieHostMemory, LocalMemoryThatAnotherCpuWrote) {
    HostMemoryConfig config;
    config.llc_octets = 4096;
    config.miss = 40;
    config.hop = 100;
    config.remote_memory = false;
    config.ddio = false;
    HostMemory memory(config, 0, 8192);
    memory.warm();
    EXPECT_EQ(memory.read_time(0, 64), 40u);
    EXPECT_EQ(memory.read_time(8128, 64), 100u);
    memory.write(8128, 64);
    EXPECT_EQ(memory.read_time(8128, 64), 40u) << "without DDIO a write goes to memory";
}

TEST(PcieIommu, AHitAMissAndTheOldestEntry) {
    Iommu iommu({true, 4096, 2, 250, 50});
    EXPECT_EQ(iommu.translate(0, 1000), 1250u);
    EXPECT_EQ(iommu.translate(4095, 1010), 1250u) << "its walk has not ended";
    EXPECT_EQ(iommu.translate(4096, 1010), 1300u) << "the walker is busy until 1050";
    EXPECT_EQ(iommu.translate(0, 2000), 2000u);
    EXPECT_EQ(iommu.translate(8192, 3000), 3250u) << "replaces page 1";
    EXPECT_EQ(iommu.translate(0, 4000), 4000u);
    EXPECT_EQ(iommu.translate(4096, 5000), 5250u);
    EXPECT_EQ(iommu.stats().misses, 4u);
    Iommu off({false, 4096, 2, 250, 50});
    EXPECT_EQ(off.translate(0, 7), 7u);
}

TrialConfig bench() {
    TrialConfig c;
    c.engine.engine = 10 * kNanosecond;
    c.engine.read_issue = 10 * kNanosecond;
    c.engine.landing = 250'000;
    c.engine.write_chunk = 10 * kNanosecond;
    c.engine.write_signal = 100 * kNanosecond;
    c.root.latency = 500 * kNanosecond;
    c.memory.miss = 40 * kNanosecond;
    c.in_order = true;
    return c;
}

double sum(const Spans& s) {
    return s.write + s.engine + s.tag + s.request_wait + s.request + s.iommu + s.root + s.memory + s.combine +
           s.completion + s.landing;
}

TEST(PcieTrial, LatencyOfARead) {
    const TrialConfig c = bench();
    const Lanes lanes(c.lanes);
    const double request = double(lanes.time_of(24)) * 1e-6, completion = double(lanes.time_of(8 + 12 + 64)) * 1e-6;
    EXPECT_NEAR(run_trial(c).quantile(0.5), 10 + request + 500 + completion + 64 * 0.25, 0.001);
    TrialConfig cold = c;
    cold.warm = false;
    EXPECT_NEAR(run_trial(cold).quantile(0.5) - run_trial(c).quantile(0.5), 40, 0.001);
}

TEST(PcieTrial, SpansAddUpToTheLatency) {
    for (const char* experiment : {"lat_dma_rd", "lat_dma_wrrd", "lat_cmd_rd", "lat_cmd_wrrd"})
        for (const unsigned size : {8u, 64u, 700u, 2048u}) {
            TrialConfig c = bench();
            c.experiment = experiment;
            c.size = size;
            c.in_order = false;
            c.window = 4u << 20;
            c.iommu = {true, 4096, 96, 250 * kNanosecond, 50 * kNanosecond};
            const TrialResult found = run_trial(c);
            double mean = 0;
            for (const double latency : found.latencies_ns) mean += latency / double(found.latencies_ns.size());
            EXPECT_NEAR(sum(found.spans), mean, 1e-3) << experiment << " " << size;
            EXPECT_GT(found.spans.iommu + found.spans.write, 0) << "most accesses miss";
        }
}

TEST(PcieTrial, WritesAreLimitedByTheLink) {
    TrialConfig c = bench();
    c.experiment = "bw_dma_wr";
    c.size = 2048;
    const Lanes lanes(c.lanes);
    const double packet = double(lanes.time_of(8 + 16 + 256 + c.gap_octets)) * 1e-6;
    EXPECT_NEAR(run_trial(c).goodput_gbit_s, 256 * 8 / packet * (1 - 1.0 / 371), 0.1);
    c.engine.has_digest = true;
    const double longer = double(lanes.time_of(288 + c.gap_octets)) * 1e-6;
    EXPECT_NEAR(run_trial(c).goodput_gbit_s, 256 * 8 / longer * (1 - 1.0 / 371), 0.1) << "padded to 8 octets";
}

TEST(PcieTrial, SmallReadsAreLimitedByTags) {
    TrialConfig c = bench();
    c.experiment = "bw_dma_rd";
    const double one = run_trial(c).goodput_gbit_s;
    c.engine.tags = 16;
    EXPECT_NEAR(run_trial(c).goodput_gbit_s / one, 0.5, 0.02);
}

TEST(PcieTrial, ASlowWalkerHoldsWritesBackByCredits) {
    TrialConfig c = bench();
    c.experiment = "bw_dma_wr";
    c.in_order = false;
    c.window = 64u << 20;
    c.iommu = {true, 4096, 96, 250 * kNanosecond, 100 * kNanosecond};
    EXPECT_NEAR(run_trial(c).goodput_gbit_s, 64 * 8 / 100.0, 0.2) << "one walk per write";
}

TEST(PcieTrial, ErrorsOfTheLinkCostTimeAndLoseNothing) {
    for (const char* experiment : {"bw_dma_rd", "bw_dma_wr", "bw_dma_rw", "lat_dma_wrrd"}) {
        TrialConfig c = bench();
        c.experiment = experiment;
        c.size = 1024;
        const TrialResult clean = run_trial(c);
        c.tlp_errors = c.dllp_errors = 0.02;
        const TrialResult bad = run_trial(c);
        EXPECT_GT(bad.card.replayed + bad.host.replayed, 0u) << experiment;
        if (is_bandwidth(experiment))
            EXPECT_LT(bad.goodput_gbit_s, clean.goodput_gbit_s) << experiment;
        else
            EXPECT_GT(bad.quantile(0.99), clean.quantile(0.99)) << experiment;
    }
}

TEST(PcieTrial, SameSeedSameResult) {
    TrialConfig c = bench();
    c.in_order = false;
    c.window = 32u << 20;
    EXPECT_EQ(run_trial(c).latencies_ns, run_trial(c).latencies_ns);
    c.engine.tags = 0;
    EXPECT_THROW(run_trial(c), std::invalid_argument);
    c.engine.tags = 1;
    c.window = 4096;
    c.size = 4096;
    c.offset = 1;
    EXPECT_THROW(run_trial(c), std::invalid_argument);
}

}  // namespace
}  // namespace niclab::pcie
