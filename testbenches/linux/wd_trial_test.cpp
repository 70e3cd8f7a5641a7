// The kernel's wd.c and 8390.c on the SMC Elite16: the whole trial, and the faults that it must
// detect.
#include "ethernet_fixture.h"
#include "wd8013_card.h"

namespace niclab::linux_kernel {
namespace {

class Wd : public EthernetFixture {
protected:
    Wd() : EthernetFixture(wd8013(), NICLAB_WD_MODULE) {}
};

TEST_F(Wd, PassesTheTrial) {
    EthernetTrial trial(config());
    run_trial(trial);
    EXPECT_TRUE(trial.passed());
    ASSERT_EQ(trial.steps().size(), 22u);
    EXPECT_TRUE(trial.bench().client.logged("WD8013, IRQ 10, shared memory at 0xd0000-0xd3fff"));
    const auto& sent = static_cast<const Wd8013Card&>(*trial.bench().client_node.card).card.chip.sent();
    EXPECT_GT(sent.collisions, 0u);
    EXPECT_EQ(sent.underruns, 0u);
}

/// It checks four positions by itself; the card is at the first.
TEST_F(Wd, FindsTheCardByItself) {
    EthernetTrial::Config c = config();
    c.bench.parameters = {"io=0"};
    c.frames = 20;
    EthernetTrial trial(c);
    run_trial(trial, {"frames both ways", "multicast"});
    EXPECT_TRUE(trial.passed());
}

/// Memory of 1.7 us per word: long frames cause underruns and overflows of the FIFOs, which the
/// driver cannot prevent.
TEST_F(Wd, ACardThatIsTooSlowFailsIt) {
    EthernetTrial::Config c = config();
    c.frames = 20;
    dp8390::Config slow = dp8390::Wd8013::wd8013_defaults();
    slow.dma_clocks = 34;
    c.bench.make = make_wd8013(slow);
    EthernetTrial trial(c);
    run_trial(trial, {"frames both ways"});
    EXPECT_FALSE(trial.passed());
}

}  // namespace
}  // namespace niclab::linux_kernel
