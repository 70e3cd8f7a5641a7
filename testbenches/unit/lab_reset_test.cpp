/// RST# on a card's bus in the middle of its traffic.
#include <gtest/gtest.h>

#include "lab/bench/bench.h"
#include "lab/experiment/catalog.h"
#include "probe/account/pin_watch.h"
#include "support/nicstar_chip.h"
#include "support/sim_test.h"

namespace niclab::lab {

namespace {

class CardReset : public test::SimTest {
protected:
    void us(double t) { run(sc_core::sc_time(t, sc_core::SC_US)); }
    Experiment experiment_ = read_experiment(find_file(Kind::Experiment, "stream", "."), {});
    Bench bench_{experiment_};
    Node &client_ = bench_.node("client"), &server_ = bench_.node("server");
    check::Report report_;
    probe::PciWatch watch_{"watch", server_.pci_clock, server_.pci, "server.pci", {"nic"}, &report_};
};

}  // namespace

TEST_F(CardReset, EndsWhateverTheCardDoesAndBreaksNoRule) {
    while (!client_.host.program().ready() || !server_.host.program().ready()) us(20);
    const std::vector<std::uint8_t> sdu(1500, 0x55);
    for (unsigned i = 0; i < 20; ++i) {
        client_.host.program().send(sdu);
        server_.host.program().send(sdu);
    }
    us(180.137);
    const board::Nic& card = server_.nic();
    const auto bursts = [&card] { return card.initiator.stats().bursts; };
    ASSERT_GT(bursts(), 50u);
    server_.pci.rst().write(true);
    us(3);
    EXPECT_FALSE(server_.pci.inta("nic").read());
    server_.pci.rst().write(false);
    us(1);
    const std::uint64_t stored = test::chip(card).receive_stats().stored, done = bursts(),
                        sent = card.atm_tx.stats().user_cells;
    us(150);
    // No configuration, no bus master: cells still come in and are dropped by a receive path that is off.
    EXPECT_EQ(bursts(), done);
    EXPECT_EQ(test::chip(card).receive_stats().stored, stored);
    EXPECT_GT(test::chip(card).fifo_stats().receive_disabled, 20u);
    EXPECT_LE(card.atm_tx.stats().user_cells, sent + 10);  // what the FIFO held
    EXPECT_EQ(report_.total(), 0u) << report_.violations().front().rule->id << report_.violations().front().seen;
}

}  // namespace niclab::lab
