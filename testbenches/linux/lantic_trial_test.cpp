// The kernel's ne.c and wd.c on a board with an AT/LANTIC, each in its mode.
#include "at_lantic_card.h"
#include "ethernet_fixture.h"

namespace niclab::linux_kernel {
namespace {

class Lantic : public EthernetFixture {
protected:
    Lantic() : EthernetFixture(at_lantic(), NICLAB_NE_MODULE) {}
};

class LanticShared : public EthernetFixture {
protected:
    LanticShared() : EthernetFixture(at_lantic_shared(), NICLAB_WD_MODULE) {}
};

const AtLanticCard& card_of(const Station& node) { return static_cast<const AtLanticCard&>(*node.card); }

TEST_F(Lantic, PassesTheTrial) {
    EthernetTrial trial(config());
    run_trial(trial);
    EXPECT_TRUE(trial.passed());
    ASSERT_EQ(trial.steps().size(), 22u);
    EXPECT_EQ(trial.steps()[0].result, kNe2000Probe);  // as an NE2000's
    EXPECT_EQ(card_of(trial.bench().client_node).card.chip.sent().underruns, 0u);
    EXPECT_FALSE(card_of(trial.bench().client_node).card.configuration().shared());
}

TEST_F(LanticShared, PassesTheTrial) {
    EthernetTrial trial(config());
    run_trial(trial);
    EXPECT_TRUE(trial.passed());
    ASSERT_EQ(trial.steps().size(), 22u);
    EXPECT_TRUE(trial.bench().client.logged("WD8013, IRQ 3, shared memory at 0xd0000-0xd3fff"));
    EXPECT_EQ(card_of(trial.bench().client_node).card.chip.sent().underruns, 0u);
}

/// The driver of the other mode does not detect the card.
TEST_F(Lantic, IsNotFoundInSharedMode) {
    EthernetTrial::Config c = config();
    c.bench.make = make_at_lantic(true);
    EthernetTrial trial(c);
    run_trial(trial);
    EXPECT_FALSE(trial.passed());
    ASSERT_EQ(trial.steps().size(), 2u);  // Then the rules of the kernel, up to there.
    EXPECT_EQ(trial.steps().front().name, "probe");
    EXPECT_FALSE(trial.steps().front().passed);
}

}  // namespace
}  // namespace niclab::linux_kernel
