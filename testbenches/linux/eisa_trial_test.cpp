// The kernel's 3c59x.c and 3c509.c on EISA: the whole trial on the 3C597, by programmed I/O and by
// its bus master, and on the 3C579. Also the detection of the slot.
#include "etherlink_card.h"
#include "ethernet_fixture.h"

namespace niclab::linux_kernel {
namespace {

class EisaVortex : public EthernetFixture {
protected:
    EisaVortex() : EthernetFixture(card_3c597(), NICLAB_VORTEX_MODULE) {}
};

class EisaEl3 : public EthernetFixture {
protected:
    EisaEl3() : EthernetFixture(card_3c579(), NICLAB_3C509_MODULE) {}
};

/// 15 slots, of which 14 are empty: one octet each, and four of the card's. Then its interrupt, 64
/// words of EEPROM, each with a write, a poll and a read, and 3 registers.
TEST_F(EisaVortex, PassesTheTrial) {
    EthernetTrial trial(config());
    run_trial(trial);
    EXPECT_TRUE(trial.passed());
    ASSERT_EQ(trial.steps().size(), 22u);
    EXPECT_TRUE(trial.bench().client.logged("00:05: 3Com EISA 3c597 EISA Fast Demon/Vortex at"));
}

TEST_F(EisaVortex, PassesTheTrialByItsBusMaster) {
    EthernetTrial::Config c = config();
    c.bench.parameters = {"options=16"};
    EthernetTrial trial(c);
    run_trial(trial);
    EXPECT_TRUE(trial.passed());
    const auto& node = trial.bench().client_node;
    EXPECT_GT(static_cast<const EisaEtherLinkCard&>(*node.card).card.master->tenures(), 60u);
}

TEST_F(EisaVortex, PassesTheTrialAt100Mbps) {
    EthernetTrial::Config c = config();
    c.frames = std::max(c.frames, kFramesThatCollide);
    c.bench.parameters = {"options=4"};
    c.bench.mbps = 100;
    EthernetTrial trial(c);
    run_trial(trial);
    EXPECT_TRUE(trial.passed());
}

/// start_xmit() checks nothing: if a frame follows another at once, so does its download, and a
/// handler overwrites its length.
TEST_F(EisaVortex, ItsDriverReliesOnTheTimeThatAFrameCostsAboveIt) {
    EthernetTrial::Config c = config();
    c.frames = std::max(c.frames, kFramesThatCollide);
    c.kind.frame_us = 0;
    c.bench.parameters = {"options=16"};
    EthernetTrial trial(c);
    run_trial(trial, {"frames both ways"});
    EXPECT_FALSE(trial.passed());
    ASSERT_GE(trial.steps().size(), 2u);
    EXPECT_NE(trial.steps()[1].result.find("a download with another length than its frame's"), std::string::npos);
}

/// The interrupt is that of window 0 of its slot.
TEST_F(EisaVortex, AsksByTheLineOfItsSlot) {
    EthernetTrial::Config c = config();
    etherlink::Config card = etherlink::CardEisa::card_3c597_defaults();
    card.irq = 5;
    c.bench.make = make_eisa_etherlink(card);
    c.frames = 10;
    EthernetTrial trial(c);
    run_trial(trial, {"frames both ways", "multicast"});
    EXPECT_TRUE(trial.passed());
}

/// A card of another name is not for this driver.
TEST_F(EisaVortex, ACardOfAnotherNameIsNotFound) {
    EthernetTrial::Config c = config();
    etherlink::Config card = etherlink::CardEisa::card_3c597_defaults();
    card.product = 0x7159;
    c.bench.make = make_eisa_etherlink(card);
    EthernetTrial trial(c);
    run_trial(trial);
    EXPECT_FALSE(trial.passed());
}

TEST_F(EisaEl3, PassesTheTrial) {
    EthernetTrial trial(config());
    run_trial(trial);
    EXPECT_TRUE(trial.passed());
    ASSERT_EQ(trial.steps().size(), 21u);
    EXPECT_TRUE(trial.bench().client.logged("3c5x9 found at 0x5000, 10baseT port, address 00:20:af:00:00:01, IRQ 10"));
}

}  // namespace
}  // namespace niclab::linux_kernel
