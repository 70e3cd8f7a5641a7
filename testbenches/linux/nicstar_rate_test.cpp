// Constant bit rate with the schedule that the kernel's driver writes, and the rate of other
// connections.
#include <cmath>

#include "nicstar_fixture.h"

namespace niclab::linux_kernel {
namespace {

constexpr double kLineCellsPerSecond = 149.76e6 / 424;
constexpr int kEntries = 2340;

class NicstarRate : public Nicstar {
protected:
    struct Stream {
        core::Femtoseconds first = 0, last = 0;
        unsigned cells = 0;
        void add(core::Femtoseconds t) { (cells++ == 0 ? first : last) = t; }
        double seconds() const { return double(last - first) * 1e-15; }
    };
    /// Entries of the schedule that the driver gives a connection: the rate rounded down to whole
    /// entries.
    static int entries(int cells_per_second) { return static_cast<int>(double(cells_per_second) * kEntries / 353207); }
};

TEST_F(NicstarRate, AConstantRateIsExactToACellAndTheRestIsFilled) {
    TwoMachines bench(traffic_config());
    Stream constant, rest;
    unsigned nulls = 0;
    core::Femtoseconds begin = 0, end = 0;  // both connections are busy
    bench.client_node.nic().atm_tx.started.listen(
        [&](core::Femtoseconds, const atm::Cell& cell, const core::Femtoseconds& soc) {
            const atm::Header h = cell.header();
            if (h.vci == kVci) constant.add(soc);
            const bool both = begin != 0 && soc >= begin && end == 0;
            if (both && h.vci == kVci + 1) rest.add(soc);
            if (both && h.is_null()) ++nulls;
        });
    bench.load();
    constexpr int kRate = 100'000;
    const unsigned cells = count(4000, 20'000), packets = cells / 40;
    Socket client(bench.client), server(bench.server), client2(bench.client), server2(bench.server);
    Socket::Quality quality;
    quality.cells_per_second = kRate;
    open(bench, client, server, kVci, quality);
    open(bench, client2, server2, kVci + 1, {});
    unsigned sent = 0, sent2 = 0;
    const std::vector<std::uint8_t> packet(40 * 48 - 8, 0x77);
    // Both queues are kept full: a few packets wait in each at any time.
    const auto feed = [&] {
        for (; sent < packets && sent - client.confirmed() < 20; ++sent) ASSERT_EQ(client.send(packet), 0);
        for (; sent < packets && sent2 - client2.confirmed() < 20; ++sent2) ASSERT_EQ(client2.send(packet), 0);
    };
    for (int i = 0; constant.cells < packets * 40 && i < 20'000; ++i) {
        bench.client.post(feed);
        bench.finish();
        if (begin == 0 && constant.cells > 80) begin = core::now_fs();
        if (end == 0 && sent == packets) end = core::now_fs();
    }
    ASSERT_EQ(constant.cells, packets * 40);
    const double rate = entries(kRate) * kLineCellsPerSecond / kEntries;
    // The card's oscillator has an error of some ppm, which is far less than a cell here.
    const double expected = rate * constant.seconds() + 1;
    std::printf("%u cells of constant rate in %.3f ms: %.2f expected at %d of %d entries\n", constant.cells,
                constant.seconds() * 1e3, expected, entries(kRate), kEntries);
    EXPECT_LE(std::abs(expected - constant.cells), 1.0 + expected * 50e-6);
    const double filled = rest.cells / (rest.seconds() * kLineCellsPerSecond);
    std::printf("the rest got %.4f of the line, %.4f were free; %u null cells\n", filled,
                1 - rate / kLineCellsPerSecond, nulls);
    EXPECT_NEAR(filled, 1 - rate / kLineCellsPerSecond, 0.002);
    EXPECT_EQ(nulls, 0u);
    expect_rules_held(bench);
}

TEST_F(NicstarRate, AClosedConnectionGivesItsEntriesBack) {
    TwoMachines bench(traffic_config());
    bench.load();
    Socket a(bench.client), b(bench.client);
    Socket::Quality most;
    most.cells_per_second = 300'000;  // 1987 of 2340 - 340 entries
    bench.client.post([&] {
        ASSERT_EQ(a.open(0, kVci, most), 0);
        EXPECT_EQ(b.open(0, kVci + 1, most), -EINVAL) << "more than there is was given away";
        ASSERT_EQ(a.send(std::vector<std::uint8_t>(1000, 1)), 0);
        a.close();  // waits until the queue is empty
        EXPECT_EQ(a.confirmed(), 1u);
        EXPECT_EQ(b.open(0, kVci + 1, most), 0);
    });
    bench.finish();
}

}  // namespace
}  // namespace niclab::linux_kernel
