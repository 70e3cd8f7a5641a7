// The kernel's ne2k-pci.c and 8390.c on the RTL8029: the whole trial, and the faults that it must
// detect.
#include "ethernet_fixture.h"
#include "rtl8029_card.h"

namespace niclab::linux_kernel {
namespace {

class Ne2k : public EthernetFixture {
protected:
    Ne2k() : EthernetFixture(rtl8029(), NICLAB_NE2K_MODULE) {}
};

/// The accesses of the driver to a card that it finds are defined by its source: 32 octets of PROM
/// and 6 reads of registers; 40 writes.
TEST_F(Ne2k, PassesTheTrial) {
    EthernetTrial trial(config());
    run_trial(trial);
    EXPECT_TRUE(trial.passed());
    ASSERT_EQ(trial.steps().size(), 23u);
    EXPECT_EQ(trial.steps()[0].result, kNe2000Probe);
    EXPECT_GT(trial.bench().clocks_at_transaction_level(), 100'000u);
    const auto chip = [](const Station& node) -> const dp8390::Core& {
        return static_cast<const Rtl8029Card&>(*node.card).card.chip;
    };
    const auto& sent = chip(trial.bench().client_node).sent();
    EXPECT_GT(sent.collisions, 0u);
    EXPECT_EQ(sent.underruns, 0u);
    EXPECT_GE(chip(trial.bench().server_node).received().overwrites, 2u);  // in two steps
    EXPECT_GT(trial.bench().client_node.backplane->transactions(), 10'000u);
}

/// Memory of 1.7 us per word: long frames cause underruns and overflows of the FIFOs, which the
/// driver cannot prevent.
TEST_F(Ne2k, ACardThatIsTooSlowFailsIt) {
    EthernetTrial::Config c = config();
    c.frames = 20;
    dp8390::Config slow;
    slow.dma_clocks = 34;
    c.bench.make = make_rtl8029(slow);
    EthernetTrial trial(c);
    run_trial(trial, {"frames both ways"});
    EXPECT_FALSE(trial.passed());
}

}  // namespace
}  // namespace niclab::linux_kernel
