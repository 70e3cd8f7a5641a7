// Every kind of card there is, found by its folder, and what the bench does with each.
#include <gtest/gtest.h>

#include "card/registry.h"
#include "cards/packet_sar/packet_sar.h"
#include "lab/bench/bench.h"
#include "lab/experiment/card_keys.h"
#include "lab/experiment/catalog.h"
#include "support/sim_test.h"

namespace niclab::lab {

TEST(Cards, EveryFolderWithAKindIsRegisteredOnceAndListsItsKeys) {
    std::vector<std::string> names;
    for (const card::Kind* kind : card::Registry::all().kinds()) names.push_back(kind->name());
    EXPECT_EQ(names, (std::vector<std::string>{"nicstar", "packet"}));
    std::vector<std::string> keys;
    for (const core::Parameter& p : card_parameters("here")) keys.push_back(p.key);
    for (const char* wanted :
         {"here.nic.sar.tx_fifo_cells", "here.nic.packet.tx_fifo_cells", "here.driver.read_dwords"})
        EXPECT_EQ(std::count(keys.begin(), keys.end(), wanted), 1) << wanted;
}

class StatusReads : public test::SimTest {};

/// Packet memory is no status register: reading it beside the driver would count as the host's work.
TEST_F(StatusReads, OfACardWithPacketMemoryLeaveThatMemoryAlone) {
    Overrides with;
    with.assignments = {"client.card=eni155p_like", "pci.register_reads_per_second=100000"};
    const Experiment e = read_experiment(find_file(Kind::Experiment, "stream", "."), with);
    Bench bench(e);
    const auto& engine = dynamic_cast<const packet_sar::PacketSar&>(bench.node("client").nic().engine());
    run(sc_core::sc_time(1, sc_core::SC_MS));
    EXPECT_EQ(engine.memory().stats().window_reads, 0u);  // and its own driver reads nothing there
    EXPECT_GT(bench.node("client").host.bridge.initiator.stats().bursts, 90u);
}

}  // namespace niclab::lab
