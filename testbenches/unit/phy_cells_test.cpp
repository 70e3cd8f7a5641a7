// What the registers of TACP, RACP and TPOP do to cells on their way from A to B.
#include <gtest/gtest.h>

#include "support/line_bench.h"
#include "support/sim_test.h"

namespace niclab::phy {
namespace {

using sc_core::sc_time;
using sc_core::SC_US;

class PhyCells : public test::SimTest {
protected:
    PhyCells() {
        run(sc_time(1500, SC_US));
        bench.b.phy.dropped().listen(
            [this](core::Femtoseconds, const atm::Header&, const DropCause& cause) { lost.push_back(cause); });
    }
    void to_a(std::uint8_t address, unsigned value) { bench.a.phy.write(address, static_cast<std::uint8_t>(value)); }
    void to_b(std::uint8_t address, unsigned value) { bench.b.phy.write(address, static_cast<std::uint8_t>(value)); }
    /// Sends cells and gives them time to arrive; returns how many did.
    std::size_t exchange(unsigned cells, double us = 0) {
        bench.b.received.clear();
        for (unsigned i = 0; i < cells; ++i) bench.a.source.wanted.push_back(test::make_cell(0x40, i));
        run(sc_time(us > 0 ? us : 60 + cells * 2.9, SC_US));
        return bench.b.received.size();
    }
    test::LineBench bench;
    std::vector<DropCause> lost;
};

TEST_F(PhyCells, IdleCellsHaveTheHeaderAndPayloadOfTheirRegisters) {
    bench.a.source.null_cells = false;
    to_b(0x50, 0x24);  // PASS
    to_a(0x61, 0x1F);  // GFC 1, PTI 7, CLP 1
    to_a(0x62, 0xC3);
    exchange(0, 100);
    ASSERT_GT(bench.b.received.size(), 20u);
    const atm::Cell& cell = bench.b.received.back().first;
    EXPECT_EQ(cell.header_word(), 0x1000000Fu);
    for (unsigned i = 0; i < atm::kPayloadOctets; ++i) EXPECT_EQ(cell.payload()[i], 0xC3);
}

TEST_F(PhyCells, NullCellsThatDoNotMatchPass) {
    bench.a.source.null_cells = false;
    to_a(0x61, 0x01);
    EXPECT_EQ(exchange(0, 100), 0u) << "reset values: every one is dropped";
    to_b(0x52, 0x01), to_b(0x53, 0x0F);
    EXPECT_EQ(exchange(0, 100), 0u) << "idle cells match";
    to_b(0x52, 0x00);
    EXPECT_GT(exchange(0, 100), 20u) << "only unassigned cells match";
    to_b(0x53, 0x0E);
    exchange(0, 20);
    EXPECT_EQ(exchange(0, 100), 0u) << "CLP is not compared";
}

TEST_F(PhyCells, InvertedHcsIsDroppedOrPassed) {
    to_a(0x60, 0x14);  // DHCS
    EXPECT_EQ(exchange(20), 0u);
    EXPECT_EQ(bench.b.phy.receive_stats().hcs_uncorrected, 6u);
    EXPECT_EQ(lost.size(), 6u);
    to_a(0x60, 0x04);
    exchange(0, 60);
    to_b(0x50, 0x0C);  // HCSPASS
    to_a(0x60, 0x14);
    exchange(0, 8);  // A few cells: delineation is not lost.
    to_a(0x60, 0x04);
    exchange(0, 60);
    EXPECT_GT(bench.b.phy.receive_stats().hcs_uncorrected, 6u);
    EXPECT_EQ(bench.b.phy.receive_stats().hcs_dropped, 6u);
}

TEST_F(PhyCells, BothEndsHaveToAgreeOnTheCoset) {
    to_a(0x60, 0x00);
    EXPECT_EQ(exchange(20), 0u);
    to_b(0x50, 0x00);
    exchange(0, 100);
    EXPECT_EQ(exchange(20), 20u);
}

TEST_F(PhyCells, BothEndsHaveToAgreeOnTheScrambler) {
    to_a(0x60, 0x06);
    EXPECT_EQ(exchange(5), 5u);
    EXPECT_NE(bench.b.received[3].first.payload()[20], test::make_cell(0x40, 3).payload()[20]);
    to_b(0x50, 0x06);
    EXPECT_EQ(exchange(5), 5u);
    EXPECT_TRUE(std::equal(bench.b.received[3].first.payload(), bench.b.received[3].first.payload() + 48,
                           test::make_cell(0x40, 3).payload()));
}

TEST_F(PhyCells, AResetTransmitFifoLosesCellsAndTellsWhich) {
    unsigned reported = 0;
    bench.a.phy.tx_dropped().listen(
        [&](core::Femtoseconds, const atm::Header& header) { reported += header.vci == 0x40; });
    to_a(0x60, 0x05);
    EXPECT_EQ(exchange(20), 0u);
    EXPECT_EQ(reported, 20u);
    EXPECT_EQ(bench.a.phy.tacp().reset_losses(), 20u);
    to_a(0x60, 0x04);
    EXPECT_EQ(exchange(20), 20u);
}

TEST_F(PhyCells, AResetReceiveFifoLosesCellsAndTellsWhich) {
    to_b(0x50, 0x05);
    EXPECT_EQ(exchange(20), 0u);
    EXPECT_EQ(lost, std::vector<DropCause>(20, DropCause::FifoReset));
    to_b(0x50, 0x04);
    EXPECT_EQ(exchange(20), 20u);
}

TEST_F(PhyCells, AShortResetInTheMiddleLosesSomeAndEachIsAccountedFor) {
    for (int i = 0; i < 200; ++i) bench.a.source.wanted.push_back(test::make_cell(0x40, 0));
    bench.b.received.clear();
    unsigned reported = 0;
    bench.a.phy.tx_dropped().listen([&](core::Femtoseconds, const atm::Header&) { ++reported; });
    for (int i = 0; i < 10; ++i) {
        run(sc_time(31.7, SC_US));
        to_b(0x50, 0x05), to_a(0x60, 0x05);
        run(sc_time(0.4, SC_US));
        to_b(0x50, 0x04), to_a(0x60, 0x04);
    }
    run(sc_time(500, SC_US));
    EXPECT_GT(reported, 0u);
    EXPECT_EQ(bench.b.received.size() + lost.size() + reported, 200u);
    EXPECT_EQ(bench.b.rx.stats().soc_errors + bench.b.rx.stats().parity_errors, 0u);
}

TEST_F(PhyCells, MasterResetEmptiesBothFifos) {
    to_b(0x00, 0x80);
    EXPECT_EQ(exchange(20), 0u);
    EXPECT_EQ(lost.size(), 20u);
    to_b(0x00, 0x00);
    EXPECT_EQ(exchange(20), 20u);
}

TEST_F(PhyCells, AReceiverThatIsNotEmptiedOverruns) {
    to_b(0x51, 0x20);
    bench.b.phy.read(0x51);
    bench.b.sink.stopped = true;
    exchange(40);
    EXPECT_TRUE(bench.b.phy.interrupt());
    EXPECT_EQ(bench.b.phy.read(0x51), 0x22);
    EXPECT_FALSE(bench.b.phy.interrupt());
    EXPECT_GT(bench.b.phy.receive_stats().overruns, 20u);
    EXPECT_EQ(lost.size(), bench.b.phy.receive_stats().overruns);
}

TEST_F(PhyCells, SingleErrorsAreCorrectedUnlessSwitchedOff) {
    const auto& stats = bench.b.phy.receive_stats();
    const auto some_errors = [&] {  // every 11th cell or so has one in its header
        for (unsigned i = 1; i < 40; ++i) bench.a_to_b.flip_after(i * 499, 0x08);
        exchange(0, 1200);
    };
    some_errors();
    const auto corrected = stats.hcs_corrected;
    EXPECT_GT(corrected, 0u);
    EXPECT_EQ(stats.hcs_uncorrected, 0u);
    bench.b.phy.write(0x00, 0);
    EXPECT_EQ(bench.b.phy.read(0x54), corrected);
    to_b(0x50, 0x14);  // DISCOR
    some_errors();
    EXPECT_EQ(stats.hcs_corrected, corrected);
    EXPECT_GT(stats.hcs_uncorrected, 0u);
    bench.b.phy.write(0x00, 0);
    EXPECT_EQ(bench.b.phy.read(0x54), 0u);
    EXPECT_EQ(bench.b.phy.read(0x55), stats.hcs_uncorrected);
}

}  // namespace
}  // namespace niclab::phy
