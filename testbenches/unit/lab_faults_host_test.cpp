// What a card makes of a driver that does wrong with its queues and registers: of the table of
// models/cards/nicstar/README.md.
#include "support/card_faults.h"

namespace niclab::lab {
namespace {

using test::CardBench;
using test::CardHost;

class HostFaults : public test::CardFaults {};

TEST_F(HostFaults, ADoorbellForAnEmptyQueueDoesNothing) {
    CardBench bench;
    bench.set_up(kVci);
    const auto bursts = bench.client_node.nic().initiator.stats().bursts;
    bench.client.run([&] { bench.client.doorbell(); });
    bench.us(100);
    EXPECT_EQ(bench.client_node.nic().initiator.stats().bursts, bursts);
    expect_traffic(bench);
    bench.expect_no_violation();
}

TEST_F(HostFaults, DescriptorsOfStrangeLengthsSendWholeCells) {
    CardBench bench;
    bench.set_up(kVci);
    bench.client.run([&] {
        const std::uint32_t memory = bench.client_node.host.memory.allocate(256, 16);
        for (const std::uint32_t octets : {0u, 1u, 47u, 49u, 94u}) {
            bench.client.put_entry(CardHost::kAal5 | octets, memory, octets, CardHost::header(kVci));
            bench.client.put_status_request(octets);
        }
        bench.client.doorbell();
    });
    bench.us(300);
    const auto& t = test::chip(bench.client_node.nic()).transmit_stats();
    EXPECT_TRUE(status(bench.client) & nicstar::stat::kTxicp);
    EXPECT_EQ(t.short_pdus, 5u);
    EXPECT_EQ(t.user_cells, 1u + 1 + 1 + 2 + 2);
    EXPECT_EQ(t.status_entries, 5u);
    std::vector<CardHost::Status> received;
    bench.server.run([&] { received = bench.server.take_received(); });
    ASSERT_EQ(received.size(), 5u);
    for (const auto& entry : received)
        EXPECT_FALSE(entry.flags & nicstar::rct::kCrcError);  // what was sent has its CRC
    expect_traffic(bench);
    bench.expect_no_violation();
}

TEST_F(HostFaults, WithoutAnEndOfPduTheNextDescriptorGoesOnWithThePdu) {
    CardBench bench;
    bench.set_up(kVci);
    bench.client.run([&] {
        const std::uint32_t memory = bench.client_node.host.memory.allocate(96, 16);
        bench.client.put_entry(nicstar::tbd::kAal5 | nicstar::tbd::kMOverN | 96, memory, 88, CardHost::header(kVci));
        bench.client.put_status_request(1);
        bench.client.doorbell();
    });
    bench.us(200);
    EXPECT_EQ(test::chip(bench.client_node.nic()).transmit_stats().status_entries, 1u);
    EXPECT_EQ(test::chip(bench.server_node.nic()).receive_stats().status_entries, 0u);
    const std::vector<CardHost::Status> received = after_another_pdu(bench, 2);
    ASSERT_EQ(received.size(), 1u);
    // Three cells with one CRC-32 over all of them; the software sees that the length does not fit.
    EXPECT_EQ(received[0].flags, nicstar::rsq::kValid | nicstar::rsq::kEndOfPdu | 3u);
    expect_traffic(bench);
    bench.expect_no_violation();
}

TEST_F(HostFaults, AHostThatForgetsBuffersLosesCellsOfOneCauseUntilItRemembers) {
    CardBench bench;
    bench.set_up(kVci);
    bench.client.run([&] {
        for (std::uint32_t i = 0; i < 20; ++i) bench.client.put_pdu(sdu(500), kVci, i);
        bench.client.doorbell();
    });
    bench.us(800);
    const auto& r = test::chip(bench.server_node.nic()).receive_stats();
    EXPECT_EQ(r.status_entries, 8u);  // the eight small buffers
    EXPECT_EQ(r.stored, 8u * 11);
    EXPECT_EQ(r.no_buffer, 12u * 11);
    EXPECT_TRUE(status(bench.server) & nicstar::stat::kSfbqe);
    std::uint32_t dropped = 0;
    bench.server.run([&] {
        dropped = bench.server.reg(nicstar::reg::kCdc);
        for (int i = 0; i < 4; ++i) bench.server.supply(0);
    });
    EXPECT_EQ(dropped, 12u * 11);
    expect_traffic(bench);
    bench.expect_no_violation();
}

TEST_F(HostFaults, AHostThatDoesNotReadItsStatusQueueLosesCellsInTheFifoOnly) {
    CardBench bench;
    bench.set_up(kVci);
    bench.server.run([&] {
        for (int i = 0; i < 100; ++i) bench.server.supply(0);  // more than RSQ entries it will see read
        bench.server.set_reg(nicstar::reg::kCfg,
                             bench.server.reg(nicstar::reg::kCfg) & ~(3u << 22));  // RSQ of 128 entries
        bench.server.set_reg(nicstar::reg::kRsqb, bench.server.rsq);
    });
    constexpr unsigned kPdus = 180;
    bench.client.run([&] {
        for (std::uint32_t i = 0; i < kPdus; ++i) bench.client.put_pdu(sdu(400), kVci, i);
        bench.client.doorbell();
    });
    bench.us(kPdus * 9 * 2.84 + 300);
    const auto& r = test::chip(bench.server_node.nic()).receive_stats();
    const auto& fifo = test::chip(bench.server_node.nic()).fifo_stats();
    EXPECT_EQ(r.status_entries, 127u);  // RSQH is still that of the first: N - 2 after it.
    EXPECT_TRUE(status(bench.server) & nicstar::stat::kRsqf);
    EXPECT_GT(fifo.overflow, 0u);
    EXPECT_EQ(fifo.peak_cells, 315u);
    EXPECT_EQ(r.no_buffer, 0u);
    std::vector<CardHost::Status> received;
    bench.server.run([&] {
        host::Memory& m = bench.server_node.host.memory;
        for (std::uint32_t i = 0; i < 127; ++i) m.write32(bench.server.rsq + 16 * i + 12, 0);
        bench.server.set_reg(nicstar::reg::kRsqh, 126 * 16);
    });
    bench.us(500);
    // What waited in the FIFO has followed; every cell is stored or was lost there.
    EXPECT_EQ(r.stored + fifo.overflow, kPdus * 9u);
    EXPECT_GT(r.status_entries, 127u);
    bench.expect_no_violation();
}

TEST_F(HostFaults, AConnectionClosedInMidPduDropsTheRestAndWorksAgain) {
    CardBench bench;
    bench.set_up(kVci);
    bench.client.run([&] {
        bench.client.put_pdu(sdu(1900), kVci, 1);
        bench.client.doorbell();
    });
    bench.us(120);
    const auto& r = test::chip(bench.server_node.nic()).receive_stats();
    ASSERT_GT(r.stored, 5u);
    ASSERT_LT(r.stored, 35u);
    bench.server.run([&] { bench.server.close(kVci); });
    bench.us(200);
    EXPECT_EQ(r.stored + r.lookup_errors, 40u);
    EXPECT_GT(r.lookup_errors, 0u);
    bench.server.run([&] {
        EXPECT_EQ(bench.server.reg(nicstar::reg::kVpec), r.lookup_errors);
        bench.server.open(kVci);
    });
    expect_traffic(bench);
    bench.expect_no_violation();
}

TEST_F(HostFaults, ASoftwareResetInMidBurstEndsCleanly) {
    CardBench bench;
    bench.set_up(kVci);
    for (unsigned round = 0; round < 12; ++round) {
        bench.client.run([&] {
            for (std::uint32_t i = 0; i < 4; ++i) bench.client.put_pdu(sdu(400), kVci, i);
            bench.client.doorbell();
        });
        bench.us(20 + 3.7 * round);  // each time somewhere else in a burst or between two
        for (CardHost* host : {&bench.client, &bench.server})
            host->run(
                [host] { host->set_reg(nicstar::reg::kCfg, nicstar::cfg::kReset), host->reg(nicstar::reg::kStat); });
        bench.us(50);
        bench.client.run([&] { bench.client.set_up(); });
        bench.server.run([&] {
            bench.server.set_up();
            for (unsigned i = 0; i < 4; ++i) bench.server.supply(i % 2);
            bench.server.open(kVci);
        });
        bench.us(100);
        expect_traffic(bench, round);
    }
    const auto& r = test::chip(bench.server_node.nic()).receive_stats();
    const auto& fifo = test::chip(bench.server_node.nic()).fifo_stats();
    EXPECT_EQ(r.stored + r.reset + r.lookup_errors + r.no_buffer + fifo.receive_disabled + fifo.overflow,
              bench.client_node.nic().atm_tx.stats().user_cells);
    bench.expect_no_violation();
}

}  // namespace
}  // namespace niclab::lab
