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
    check::Report report_;
    probe::PciWatch watch_{"watch", bench_.server.pci_clock, bench_.server.pci, "server.pci", &report_};
};

}  // namespace

TEST_F(CardReset, EndsWhateverTheCardDoesAndBreaksNoRule) {
    while (!bench_.client.host.application.ready() || !bench_.server.host.application.ready()) us(20);
    const std::vector<std::uint8_t> sdu(1500, 0x55);
    for (std::uint32_t pdu = 0; pdu < 20; ++pdu) {
        bench_.client.host.application.send(pdu, sdu);
        bench_.server.host.application.send(pdu, sdu);
    }
    us(180.137);
    const board::Nic& card = bench_.server.nic;
    const auto bursts = [&card] { return card.initiator.stats().bursts; };
    ASSERT_GT(bursts(), 50u);
    bench_.server.pci.rst().write(true);
    us(3);
    EXPECT_FALSE(bench_.server.pci.inta("nic").read());
    bench_.server.pci.rst().write(false);
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
