// The kernel's nicstar driver finds the card, and unloads.
#include "nicstar_fixture.h"

namespace niclab::linux_kernel {
namespace {

class NicstarProbe : public Nicstar {};

/// The accesses of the driver to a card are defined by its source: 2 x 2341 schedule entries, 4096
/// connections, 3 descriptors, 2 probes of the SRAM. There are 12 pairs of large and 16 of small
/// buffers, and 27 reads and 9 writes of the PHY. The number of reads of STAT depends on the
/// duration of a command.
TEST_F(NicstarProbe, TouchesTheRegistersAsItsSourceSays) {
    TwoMachines bench(config());
    bench.load();
    for (const Machine* machine : {&bench.client, &bench.server}) {
        std::printf("%s: %s\n", machine->name(), machine->accesses.fingerprint().c_str());
        for (const LogLine& line : machine->log()) std::printf("%12.3f us  %s\n", line.time_us, line.text.c_str());
        EXPECT_EQ(machine->accesses.writes(), 30359u);
        EXPECT_EQ(machine->accesses.commands(4), 8783u);
        EXPECT_EQ(machine->accesses.commands(5), 2u);
        EXPECT_EQ(machine->accesses.commands(6), 28u);
        EXPECT_EQ(machine->accesses.commands(8), 27u);
        EXPECT_EQ(machine->accesses.commands(9), 9u);
        EXPECT_EQ(machine->accesses.writes(nicstar::reg::kGp), 301u);
        EXPECT_GE(machine->accesses.reads(nicstar::reg::kStat), 8783u + 2 * 28 + 27 + 9);
    }
    expect_rules_held(bench);
}

TEST_F(NicstarProbe, FindsThePhyTheMacAddressesAndASignal) {
    TwoMachines bench(config());
    bench.load();
    for (Machine* machine : {&bench.client, &bench.server}) {
        ASSERT_NE(machine->interface(), nullptr);
        const unsigned char mac[6] = {0x00, 0x20, 0x48,
                                      0,    0,    static_cast<unsigned char>(machine == &bench.client ? 1 : 2)};
        EXPECT_EQ(memcmp(machine->interface()->esi, mac, 6), 0);
        EXPECT_TRUE(machine->logged("PHY seems to be 155 Mbps"));
        EXPECT_FALSE(machine->logged("limiting maximum VCI"));  // 32K words
        EXPECT_EQ(machine->interface()->link_rate, 353207);
        EXPECT_EQ(machine->interface()->signal, ATM_PHY_SIG_FOUND);
        EXPECT_NE(machine->interface()->phy, nullptr);
    }
}

TEST_F(NicstarProbe, SeesAnSramOf128KWordsAndAMacAddressOfTheUsers) {
    TwoMachines::Config c = config();
    c.assignments = {"nic.sar.sram_words=131072", "client.nic.mac=\"00:20:48:AB:CD:EF\""};
    TwoMachines bench(c);
    bench.load();
    EXPECT_TRUE(bench.client.logged("limiting maximum VCI"));  // Its message for a card with 128K words.
    EXPECT_TRUE(bench.client.logged("MAC address 00:20:48:ab:cd:ef"));
    EXPECT_NE(bench.server.interface(), nullptr);
}

TEST_F(NicstarProbe, UnloadsAndGivesEverythingBack) {
    TwoMachines bench(config());
    bench.load();
    EXPECT_GT(bench.client.packet_buffers(), 100u);
    bench.client.post([&bench] { bench.client.unload(); });
    bench.finish();
    bench.pass(500);
    EXPECT_EQ(bench.client.interface(), nullptr);
    const auto bursts = bench.client_node.nic().initiator.stats().bursts;
    bench.pass(500);
    EXPECT_EQ(bench.client_node.nic().initiator.stats().bursts, bursts) << "an unloaded card still uses the bus";
    EXPECT_NE(bench.server.interface(), nullptr);
    expect_rules_held(bench);
}

}  // namespace
}  // namespace niclab::linux_kernel
