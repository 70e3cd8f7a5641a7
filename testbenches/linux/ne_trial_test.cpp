// The kernel's ne.c and 8390p.c on the NE2000: the whole trial, and the faults that it must detect.
#include "ethernet_fixture.h"
#include "ne2000_card.h"

namespace niclab::linux_kernel {
namespace {

class Ne : public EthernetFixture {
protected:
    Ne() : EthernetFixture(ne2000(), NICLAB_NE_MODULE) {}
};

/// The accesses of the driver to a card that it finds are defined by its source: 32 octets of PROM
/// and 6 reads of registers; 40 writes.
TEST_F(Ne, PassesTheTrial) {
    EthernetTrial trial(config());
    run_trial(trial);
    EXPECT_TRUE(trial.passed());
    ASSERT_EQ(trial.steps().size(), 22u);
    EXPECT_EQ(trial.steps()[0].result, kNe2000Probe);
    const auto chip = [](const Station& node) -> const dp8390::Core& {
        return static_cast<const Ne2000Card&>(*node.card).card.chip;
    };
    const auto& sent = chip(trial.bench().client_node).sent();
    EXPECT_GT(sent.collisions, 0u);
    EXPECT_EQ(sent.underruns, 0u);
    EXPECT_GE(chip(trial.bench().server_node).received().overwrites, 2u);  // in two steps
    EXPECT_GT(trial.bench().client_node.backplane->transactions(), 10'000u);
}

/// The jumpers define the card's position: a driver that searches elsewhere finds none.
TEST_F(Ne, FindsNoCardAtAnotherPort) {
    EthernetTrial::Config c = config();
    c.bench.parameters = {"io=0x320"};
    EthernetTrial trial(c);
    run_trial(trial);
    EXPECT_FALSE(trial.passed());
    ASSERT_EQ(trial.steps().size(), 2u);  // Then the rules of the kernel, up to there.
    EXPECT_EQ(trial.steps().front().name, "probe");
    EXPECT_FALSE(trial.steps().front().passed);
}

/// With another interrupt as a parameter, it finds the card and receives no interrupts.
TEST_F(Ne, HearsNothingByAnotherInterrupt) {
    EthernetTrial::Config c = config();
    c.bench.parameters = {"irq=5"};
    EthernetTrial trial(c);
    run_trial(trial, {"frames both ways"});
    EXPECT_FALSE(trial.passed());
    ASSERT_GE(trial.steps().size(), 2u);
    EXPECT_TRUE(trial.steps()[0].passed);
    EXPECT_FALSE(trial.steps()[1].passed);
}

/// Without a parameter, it lets the card raise one interrupt, and detects its line.
TEST_F(Ne, FindsItsInterruptByItself) {
    EthernetTrial::Config c = config();
    c.bench.parameters = {"irq=0"};
    c.frames = 20;
    c.bench.make = make_ne2000(dp8390::Ne2000::ne2000_defaults(), {0x300, 11});
    EthernetTrial trial(c);
    run_trial(trial, {"frames both ways", "multicast"});
    EXPECT_TRUE(trial.passed());
    EXPECT_TRUE(trial.bench().client.logged("using IRQ 11"));
}

/// Memory of 1.7 us per word: long frames cause underruns and overflows of the FIFOs, which the
/// driver cannot prevent.
TEST_F(Ne, ACardThatIsTooSlowFailsIt) {
    EthernetTrial::Config c = config();
    c.frames = 20;
    dp8390::Config slow = dp8390::Ne2000::ne2000_defaults();
    slow.dma_clocks = 34;
    c.bench.make = make_ne2000(slow);
    EthernetTrial trial(c);
    run_trial(trial, {"frames both ways"});
    EXPECT_FALSE(trial.passed());
}

}  // namespace
}  // namespace niclab::linux_kernel
