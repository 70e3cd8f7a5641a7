// The kernel's 3c509.c on the 3C509: the whole trial, and the faults that it must detect.
#include "card_3c509_card.h"
#include "ethernet_fixture.h"

namespace niclab::linux_kernel {
namespace {

class El3 : public EthernetFixture {
protected:
    El3() : EthernetFixture(card_3c509(), NICLAB_3C509_MODULE) {}
};

TEST_F(El3, PassesTheTrial) {
    EthernetTrial trial(config());
    run_trial(trial);
    EXPECT_TRUE(trial.passed());
    ASSERT_EQ(trial.steps().size(), 21u);
    EXPECT_TRUE(trial.bench().client.logged("3c5x9 found at 0x300, 10baseT port, address 00:20:af:00:00:01, IRQ 10"));
}

/// Ports and interrupt are those of the EEPROM; a parameter of the driver may select another
/// interrupt, which the card then uses.
TEST_F(El3, IsWhereItsEepromSaysAndAsksByTheLineItIsTold) {
    EthernetTrial::Config c = config();
    etherlink::Config card = etherlink::Card3c509::card_3c509_defaults();
    card.port = 0x250;
    c.bench.make = make_3c509(card);
    c.bench.parameters = {"irq=5"};
    c.frames = 20;
    EthernetTrial trial(c);
    run_trial(trial, {"frames both ways", "multicast"});
    EXPECT_TRUE(trial.passed());
    EXPECT_TRUE(trial.bench().client.logged("3c5x9 found at 0x250, 10baseT port, address 00:20:af:00:00:01, IRQ 5"));
}

}  // namespace
}  // namespace niclab::linux_kernel
