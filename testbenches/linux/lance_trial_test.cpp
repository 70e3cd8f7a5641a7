// The kernel's lance.c on the AT1500: the whole trial, and the faults that it must detect.
#include "at1500_card.h"
#include "ethernet_fixture.h"

namespace niclab::linux_kernel {
namespace {

class Lance : public EthernetFixture {
protected:
    Lance() : EthernetFixture(at1500(), NICLAB_LANCE_MODULE) {}
    static const lance::At1500& card(const Station& node) { return static_cast<const At1500Card&>(*node.card).card; }
    EthernetTrial::Config config_with(const lance::At1500::Jumpers& jumpers) const {
        EthernetTrial::Config c = config();
        c.frames = 20;
        c.bench.make = make_at1500(lance::At1500::at1500_defaults(), jumpers);
        return c;
    }
};

/// It reads the ports of four positions, lets the chip request the bus without a channel to find
/// its interrupt, and then finds the channel.
TEST_F(Lance, PassesTheTrial) {
    EthernetTrial trial(config());
    run_trial(trial);
    EXPECT_TRUE(trial.passed());
    ASSERT_EQ(trial.steps().size(), 21u);
    for (const char* said : {"PCnet/ISA 79C960 at 0x300, 00:00:f4:00:00:01", "probed IRQ 10", "DMA 5."})
        EXPECT_TRUE(trial.bench().client.logged(said)) << said;
    for (const Station* node : {&trial.bench().client_node, &trial.bench().server_node}) {
        EXPECT_GT(card(*node).chip.sent().collisions, 0u);
        EXPECT_EQ(card(*node).chip.sent().underruns, 0u);
        EXPECT_EQ(card(*node).chip.received().overruns, 0u);
    }
    EXPECT_GT(card(trial.bench().server_node).chip.received().missed, 0u);
}

/// With other jumper settings it is found, too: the driver tries each channel.
TEST_F(Lance, FindsTheCardWhereItsJumpersPutIt) {
    EthernetTrial trial(config_with({0x340, 15, 7}));
    run_trial(trial, {"frames both ways", "multicast"});
    EXPECT_TRUE(trial.passed());
    for (const char* said : {" at 0x340,", "probed IRQ 15", "DMA 7."})
        EXPECT_TRUE(trial.bench().client.logged(said)) << said;
}

/// With a channel that is not the card's, it finds an interface that never gets the bus.
TEST_F(Lance, AnotherChannelNeverGivesItTheBus) {
    EthernetTrial::Config c = config_with({0x300, 10, 6});
    c.frames = 1;
    c.bench.parameters = {"dma=5"};
    EthernetTrial trial(c);
    run_trial(trial, {"frames both ways"});
    EXPECT_FALSE(trial.passed());
    EXPECT_TRUE(trial.steps()[0].passed);
    EXPECT_TRUE(trial.bench().client.logged("Bus master arbitration failure"));
}

}  // namespace
}  // namespace niclab::linux_kernel
