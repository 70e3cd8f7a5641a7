// The flags of a status entry for a PDU's cells; a connection opened by command; waits for the
// SRAM.
#include "support/sar_bench.h"

namespace niclab::nicstar {
namespace {

using test::SarBench;

class SarFlags : public test::SarCorner {
protected:
    static atm::Cell cell(std::uint8_t pti, bool clp) {
        atm::Cell c;
        c.set_header({0, 0, kVci, pti, clp});
        return c;
    }
    static std::uint32_t flags(const SarBench& bench, unsigned entry) {
        return bench.memory.dwords[SarBench::kRsq / 4 + 4 * entry + 3];
    }
    static std::uint64_t waits(const SarBench& bench, card::SramUser user) {
        return bench.sar.sram()->stats(user).waits;
    }
};

TEST_F(SarFlags, CongestionAndLossPriorityOfAnyCellMarkTheirPduAndNoOther) {
    SarBench bench;
    bench.set_up();
    supply(bench, 0, 4);
    bench.write_sram(kVci * 4u, {rct::kOpen, 0, 0, ~0u});  // AAL0
    const auto pdu = [&bench](atm::Cell middle) {
        bench.arrive(cell(0, false)), bench.arrive(middle), bench.arrive(cell(1, false));
    };
    pdu(cell(0, false)), pdu(cell(2, false)), pdu(cell(0, true)), pdu(cell(0, false));
    bench.arrive(cell(3, true));  // one cell is enough
    SarBench::clocks(200);
    constexpr std::uint32_t kWhole = rsq::kValid | rsq::kEndOfPdu;
    EXPECT_EQ(flags(bench, 0), kWhole | 3u);
    EXPECT_EQ(flags(bench, 1), kWhole | rct::kEfci | 3u);
    EXPECT_EQ(flags(bench, 2), kWhole | rct::kClp | 3u);
    EXPECT_EQ(flags(bench, 3), kWhole | 3u);
    EXPECT_EQ(flags(bench, 4), kWhole | rct::kEfci | rct::kClp | 1u);
}

TEST_F(SarFlags, AConnectionIsOpenedByCommandAsFreeBsdDoes) {
    SarBench bench;
    bench.set_up();
    supply(bench, 0, 2);
    bench.write_sram(kVci * 4u, {0x00028000, 0, 0, ~0u});  // AAL5, not open yet
    bench.arrive(single_cell());
    SarBench::clocks(50);
    EXPECT_EQ(bench.sar.receive_stats().lookup_errors, 1u);
    bench.command(2u << 28 | rct::kOpen | kVci * 4u << 2);
    bench.arrive(single_cell());
    SarBench::clocks(100);
    EXPECT_EQ(flags(bench, 0), rsq::kValid | rsq::kEndOfPdu | 1u);
    EXPECT_EQ(bench.read_sram(kVci * 4u) & 0x000FFFFFu, 0x000A8000u);
}

TEST_F(SarFlags, WhoComesFirstNeverWaitsForTheSram) {
    Config config;
    const card::SramUser host_first[] = {card::SramUser::Host, card::SramUser::Transmit, card::SramUser::Receive,
                                         card::SramUser::ReceiveFifo};
    std::copy(std::begin(host_first), std::end(host_first), config.priority);
    SarBench bench(config);
    bench.set_up();
    supply(bench, 0, 8);
    open(bench);
    for (std::uint32_t i = 0; i < 8; ++i) send(bench, 400, i);
    bench.doorbell();
    for (unsigned i = 0; i < 16; ++i) {
        bench.write_sram(0x2000, {1, 2, 3, 4});
        bench.arrive(single_cell());
    }
    EXPECT_EQ(waits(bench, card::SramUser::Host), 0u);
    EXPECT_GT(waits(bench, card::SramUser::ReceiveFifo), 0u);
    EXPECT_EQ(bench.sar.receive_stats().stored, 16u);
    EXPECT_EQ(bench.sar.receive_stats().crc_errors, 0u);
}

}  // namespace
}  // namespace niclab::nicstar
