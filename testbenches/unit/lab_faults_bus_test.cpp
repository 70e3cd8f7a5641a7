// What a card makes of a bus that does wrong, aborts and wrong parity: of the table of
// models/cards/nicstar/README.md.
#include "support/card_faults.h"

namespace niclab::lab {
namespace {

using test::CardBench;
using test::CardHost;

class BusFaults : public test::CardFaults {};

TEST_F(BusFaults, ABufferInUnmappedMemoryIsAMasterAbortAndIsGivenUp) {
    CardBench bench;
    bench.set_up(kVci);
    bench.client.run([&] {
        bench.client.put_pdu(sdu(500), kVci, 1, kNowhere);
        bench.client.doorbell();
    });
    bench.us(300);
    EXPECT_TRUE(pci_status(bench.client) & pci::kStatusReceivedMasterAbort);
    EXPECT_TRUE(status(bench.client) & nicstar::stat::kTxicp);
    const auto& t = test::chip(bench.client_node.nic()).transmit_stats();
    EXPECT_EQ(t.aborted_buffers, 1u);
    EXPECT_EQ(t.aborted_octets, 528u);
    EXPECT_EQ(t.user_cells, 0u);
    EXPECT_EQ(t.status_entries, 1u);  // the host gets its buffer back
    expect_traffic(bench);
    bench.expect_no_violation();
}

TEST_F(BusFaults, AQueueInUnmappedMemoryIsPassedOver) {
    CardBench bench;
    bench.set_up(kVci);
    bench.client.run([&] {
        bench.client.write_sram(nicstar::sram_map::kVrScd[1], {kNowhere, 0, ~0u, 0});
        bench.client.write_sram(nicstar::sram_map::kVrScd[1], {kNowhere + 16 * 5});
    });
    bench.us(300);
    EXPECT_TRUE(status(bench.client) & nicstar::stat::kTxicp);
    EXPECT_EQ(test::chip(bench.client_node.nic()).transmit_stats().aborted_entries, 5u);
    expect_traffic(bench);
    bench.expect_no_violation();
}

TEST_F(BusFaults, ATargetAbortInAPayloadBurstLosesTheRestOfThatBuffer) {
    CardBench bench;
    bench.set_up(kVci);
    bench.aborting.after = 5;
    const std::uint32_t end = test::AbortingDevice::kAddress;
    bench.client.run([&] {
        // Two cells from good memory, then a buffer that aborts in its first burst.
        host::Memory& m = bench.client_node.host.memory;
        const std::uint32_t good = m.allocate(96, 16);
        bench.client.put_entry(nicstar::tbd::kAal5 | nicstar::tbd::kMOverN | 96, good, 184, CardHost::header(kVci));
        bench.client.put_entry(CardHost::kAal5 | 96, end, 184, CardHost::header(kVci));
        bench.client.put_status_request(1);
        bench.client.doorbell();
    });
    bench.us(300);
    EXPECT_TRUE(pci_status(bench.client) & pci::kStatusReceivedTargetAbort);
    const auto& t = test::chip(bench.client_node.nic()).transmit_stats();
    EXPECT_EQ(t.user_cells, 2u);
    EXPECT_EQ(t.aborted_octets, 96u);
    EXPECT_EQ(bench.aborting.target.stats().aborts, 1u);
    // The receiver holds two cells of a PDU without an end: the next is appended to them and is
    // wrong.
    const std::vector<CardHost::Status> received = after_another_pdu(bench, 2);
    ASSERT_EQ(received.size(), 1u);
    EXPECT_EQ(received[0].flags, nicstar::rsq::kValid | nicstar::rsq::kEndOfPdu | nicstar::rct::kCrcError | 3u);
    expect_traffic(bench);
    bench.expect_no_violation();
}

TEST_F(BusFaults, AReceiveBufferInUnmappedMemoryLosesItsOctetsOnly) {
    CardBench bench;
    bench.set_up(kVci);
    bench.server.run([&] {
        bench.server.set_up();
        bench.server.supply(0, kNowhere);
        bench.server.supply(1);
        bench.server.supply(0);
        bench.server.open(kVci);
    });
    for (std::uint32_t i = 0; i < 2; ++i) {
        bench.client.run([&] {
            bench.client.put_pdu(sdu(500), kVci, i);
            bench.client.doorbell();
        });
        bench.us(200);
    }
    EXPECT_TRUE(pci_status(bench.server) & pci::kStatusReceivedMasterAbort);
    EXPECT_EQ(test::chip(bench.server_node.nic()).receive_stats().aborted_bursts, 22u);
    EXPECT_EQ(test::chip(bench.server_node.nic()).receive_stats().status_entries, 2u);
    expect_traffic(bench);
    bench.expect_no_violation();
}

TEST_F(BusFaults, WrongParityOfWhatTheCardWritesIsReportedByTheHost) {
    CardBench bench({"server.pci.parity_error_phase=20"});
    bench.set_up(kVci);
    bench.server.run([&] { bench.server.set_config(0x04, 0x46); });
    for (std::uint32_t i = 0; i < 3; ++i) {
        bench.client.run([&] {
            bench.client.put_pdu(sdu(500), kVci, i);
            bench.client.doorbell();
        });
        bench.us(100);
    }
    bench.us(200);
    EXPECT_TRUE(pci_status(bench.server) & pci::kStatusMasterDataParity);
    EXPECT_EQ(test::chip(bench.server_node.nic()).receive_stats().status_entries, 3u);
    expect_traffic(bench);
}

TEST_F(BusFaults, WrongParityOfWhatTheCardReadsIsItsOwnStatusBit) {
    CardBench bench;
    bench.set_up(kVci);
    bench.client_node.host.bridge.target.parity_fault.arm(6);  // After the four dwords of the descriptor.
    bench.client.run([&] {
        bench.client.put_pdu(sdu(500), kVci, 1);
        bench.client.doorbell();
    });
    bench.us(300);
    EXPECT_TRUE(pci_status(bench.client) & pci::kStatusDetectedParityError);
    EXPECT_TRUE(pci_status(bench.client) & pci::kStatusMasterDataParity);
    EXPECT_EQ(test::chip(bench.client_node.nic()).transmit_stats().user_cells, 11u);
    expect_traffic(bench);
}

}  // namespace
}  // namespace niclab::lab
