// The kernel's e1000 on the 82540EM, and its e1000e on the 82574L: the whole trial, at 1000 Mb/s in
// full duplex.
#include <gtest/gtest.h>

#include "ethernet_fixture.h"
#include "i8254x_card.h"

namespace niclab::linux_kernel {
namespace {

/// `Card`: GigabitCard or Card82574l.
template <class Card>
void expect_passed(EthernetTrial& trial, unsigned frames) {
    EXPECT_TRUE(trial.passed());
    for (const Station* node : {&trial.bench().client_node, &trial.bench().server_node}) {
        const auto& chip = static_cast<const Card&>(*node->card).card.chip;
        EXPECT_GT(chip.sent().frames, frames);
        EXPECT_EQ(chip.sent().oversized, 0u);
    }
    const auto& server = static_cast<const Card&>(*trial.bench().server_node.card).card.chip;
    EXPECT_GT(server.received().missed, 0u);
    EXPECT_GT(server.received().fcs_errors, 0u);
}

class Gigabit : public EthernetFixture {
protected:
    Gigabit() : EthernetFixture(card_82540em(), NICLAB_E1000_MODULE) {}
};

TEST_F(Gigabit, PassesTheTrial) {
    EthernetTrial trial(config());
    run_trial(trial);
    expect_passed<GigabitCard>(trial, config().frames);
    EXPECT_GT(trial.bench().clocks_at_transaction_level(), 10'000u);
}

class Gigabit82574l : public EthernetFixture {
protected:
    Gigabit82574l() : EthernetFixture(card_82574l(), NICLAB_E1000E_MODULE) {}
};

TEST_F(Gigabit82574l, PassesTheTrial) {
    EthernetTrial trial(config());
    run_trial(trial);
    expect_passed<Card82574l>(trial, config().frames);
    for (const Station* node : {&trial.bench().client_node, &trial.bench().server_node}) {
        const auto& card = static_cast<const Card82574l&>(*node->card).card;
        // Only the self test of ethtool asks for the line, once for each of ten causes.
        EXPECT_LE(card.function.endpoint.stats().interrupts, 10u);
        EXPECT_GT(card.chip.interrupts().interrupts(), 100u) << "the others are messages of MSI-X";
    }
}

}  // namespace
}  // namespace niclab::linux_kernel
