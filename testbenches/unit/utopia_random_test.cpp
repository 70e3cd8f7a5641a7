/// Both directions of UTOPIA level 1 back to back in every variant, under the passive checkers.
#include <gtest/gtest.h>

#include <deque>
#include <memory>

#include "check/utopia_checker.h"
#include "support/numbered_cell.h"
#include "support/repetitions.h"
#include "support/sim_test.h"
#include "utopia/atm_rx.h"
#include "utopia/atm_tx.h"
#include "utopia/phy_rx.h"
#include "utopia/phy_tx.h"

namespace niclab::utopia {

namespace {

/// Cells from a FIFO over TxUTOPIA into a PHY's FIFO, and out of it over RxUTOPIA.
class Loop : public sc_core::sc_module {
public:
    SC_HAS_PROCESS(Loop);
    Loop(sc_core::sc_module_name name, core::Femtoseconds period, const Config& config, std::size_t depth,
         unsigned cells)
        : sc_module(name),
          clock("clock", {period, 1, false}),
          source("source", 4),
          middle("middle", depth),
          words("words", 32),
          atm_tx("atm_tx", clock, source, config),
          phy_tx("phy_tx", clock, middle, config),
          phy_rx("phy_rx", clock, middle, config),
          atm_rx("atm_rx", clock, words, config),
          tx_checker({"tx", config.octet_level, config.width}, report),
          rx_checker({"rx", config.octet_level, config.width}, report),
          cells_(cells) {
        atm_tx.pins.bind(tx), phy_tx.pins.bind(tx), atm_rx.pins.bind(rx), phy_rx.pins.bind(rx);
        atm_rx.received.listen([this](core::Femtoseconds, const atm::Cell& c, const core::Femtoseconds& soc) {
            received.push_back(c);
            soc_edges.push_back(soc);
        });
        SC_METHOD(on_clock);
        sensitive << clock.edge();
        dont_initialize();
    }
    void on_clock() {
        while (source.free() > 0 && sent < cells_) source.push(test::numbered_cell(sent++));
        for (; !words.empty() && !stuck; words.pop()) continue;
        const core::Femtoseconds now = core::now_fs();
        tx_checker.sample({tx.data.read(), tx.soc.read(), tx.enb.read(), tx.prty.read(), tx.clav.read()}, now);
        rx_checker.sample({rx.data.read(), rx.soc.read(), rx.enb.read(), rx.prty.read(), rx.clav.read()}, now);
        if (rx.soc.read() && soc_seen.size() == received.size()) soc_seen.push_back(now);
    }
    core::Clock clock;
    core::Fifo<atm::Cell> source, middle;
    core::Fifo<atm::CellWord> words;
    AtmTx atm_tx;
    PhyTx phy_tx;
    PhyRx phy_rx;
    AtmRx atm_rx;
    TxPins<core::Net> tx;
    RxPins<core::Net> rx;
    check::Report report;
    check::UtopiaTxChecker tx_checker;
    check::UtopiaRxChecker rx_checker;
    std::vector<atm::Cell> received;
    std::vector<core::Femtoseconds> soc_edges, soc_seen;
    unsigned sent = 0;
    bool stuck = false;

private:
    unsigned cells_;
};

class Utopia : public test::SimTest {};

}  // namespace

TEST_F(Utopia, AHundredVariantsCarryEveryCellOnceAndInOrder) {
    base::RandomStream random(7, "utopia");
    std::vector<std::unique_ptr<Loop>> loops;
    constexpr unsigned kCells = 60;
    for (unsigned i = 0; i < test::repetitions(100); ++i) {
        Config c;
        c.width = random.chance(0.5) ? 16 : 8;
        c.octet_level = random.chance(0.5);
        c.pause_share = random.chance(0.3) ? 0 : random.uniform01() * 0.6;
        c.seed = i;
        c.separate_clock = random.chance(0.5);
        const double mhz = 5 + 20 * random.uniform01();
        loops.push_back(
            std::make_unique<Loop>(("loop_" + std::to_string(i)).c_str(), static_cast<core::Femtoseconds>(1e9 / mhz), c,
                                   static_cast<std::size_t>(random.uniform(c.octet_level ? 2 : 1, 6)), kCells));
    }
    run(sc_core::sc_time(4, sc_core::SC_MS));
    std::uint64_t pauses = 0;
    for (const auto& loop : loops) {
        ASSERT_EQ(loop->received.size(), kCells) << loop->name();
        for (unsigned n = 0; n < kCells; ++n)
            EXPECT_EQ(loop->received[n].octets, test::numbered_cell(n).octets) << loop->name();
        EXPECT_EQ(loop->soc_edges, loop->soc_seen) << loop->name();
        for (const check::Violation& v : loop->report.violations())
            ADD_FAILURE() << loop->name() << ": " << v.rule->id << ": " << v.seen;
        EXPECT_EQ(loop->tx_checker.cells(), kCells);
        pauses += loop->atm_tx.stats().paused_clocks + loop->atm_rx.stats().paused_clocks;
    }
    EXPECT_GT(pauses, 100 * loops.size());
}

TEST_F(Utopia, AnAtmLayerThatTakesNothingStopsBothHandshakes) {
    Config cell, octet;
    octet.octet_level = true;
    Loop a("a", 51'440'329, cell, 4, 1000), b("b", 51'440'329, octet, 4, 1000);
    a.stuck = b.stuck = true;
    run(sc_core::sc_time(200, sc_core::SC_US));
    for (Loop* loop : {&a, &b}) {
        EXPECT_FALSE(loop->tx.enb.read());
        EXPECT_LT(loop->sent, 16u);
        EXPECT_EQ(loop->phy_tx.stats().overruns, 0u);
        EXPECT_EQ(loop->report.total(), 0u);
        loop->stuck = false;
    }
    run(sc_core::sc_time(400, sc_core::SC_US));
    for (Loop* loop : {&a, &b}) EXPECT_GT(loop->received.size(), 100u);
}

TEST_F(Utopia, TheHandshakeChangesBetweenCells) {
    Loop loop("loop", 51'440'329, {}, 4, 400);
    for (unsigned i = 0; i < 20; ++i) {
        run(sc_core::sc_time(17.3, sc_core::SC_US));
        const bool octet_level = i % 2 == 0;
        loop.atm_tx.set_octet_level(octet_level), loop.phy_tx.set_octet_level(octet_level);
        loop.atm_rx.set_octet_level(octet_level), loop.phy_rx.set_octet_level(octet_level);
    }
    run(sc_core::sc_time(1, sc_core::SC_MS));
    ASSERT_EQ(loop.received.size(), 400u);
    for (unsigned n = 0; n < 400; ++n) EXPECT_EQ(loop.received[n].octets, test::numbered_cell(n).octets);
    EXPECT_EQ(loop.atm_rx.stats().soc_errors + loop.phy_tx.stats().soc_errors, 0u);
}

namespace {

/// Drives TxUTOPIA by hand: a word a clock, as long as there are any.
class HandTx : public sc_core::sc_module {
public:
    SC_HAS_PROCESS(HandTx);
    struct Word {
        std::uint16_t data;
        bool soc, wrong_parity;
    };
    HandTx(sc_core::sc_module_name name, core::Clock& clock) : sc_module(name) {
        SC_METHOD(on_clock);
        sensitive << clock.edge();
        dont_initialize();
        clock.acquire();
    }
    TxPins<core::Source> pins;
    std::deque<Word> words;
    void add(const atm::Cell& cell, unsigned from, unsigned to) {
        for (unsigned i = from; i < to; ++i) words.push_back({cell.octets[i], i == 0, false});
    }

private:
    void on_clock() {
        const bool sending = !words.empty();
        if (sending) {
            const Word w = words.front();
            words.pop_front();
            pins.data->write(w.data), pins.soc->write(w.soc), pins.prty->write(odd_parity(w.data) != w.wrong_parity);
        }
        pins.enb->write(sending);
    }
};

}  // namespace

TEST_F(Utopia, ThePhyCountsWhatIsWrongOnTxUtopiaAndTellsOfLostCells) {
    core::Clock clock("clock", {51'440'329, 1, false});
    core::Fifo<atm::Cell> fifo("fifo", 2);
    PhyTx phy("phy", clock, fifo);
    HandTx hand("hand", clock);
    TxPins<core::Net> net;
    hand.pins.bind(net), phy.pins.bind(net);
    std::vector<PhyTx::Loss> losses;
    phy.lost.listen(
        [&losses](core::Femtoseconds, const atm::Header&, const PhyTx::Loss& why) { losses.push_back(why); });
    hand.add(test::numbered_cell(1), 0, 30);  // cut by the next SOC
    hand.add(test::numbered_cell(2), 0, 53);
    hand.words[40].wrong_parity = true;      // the cell passes
    hand.add(test::numbered_cell(3), 1, 5);  // words outside a cell
    hand.add(test::numbered_cell(4), 0, 53);
    hand.add(test::numbered_cell(5), 0, 53);  // no place for it
    run(sc_core::sc_time(20, sc_core::SC_US));
    EXPECT_EQ(losses, (std::vector<PhyTx::Loss>{PhyTx::Loss::SocError, PhyTx::Loss::Overrun}));
    EXPECT_EQ(phy.stats().cells, 2u);
    EXPECT_EQ(phy.stats().soc_errors, 5u);
    EXPECT_EQ(phy.stats().parity_errors, 1u);
    EXPECT_EQ(phy.stats().overruns, 1u);
    ASSERT_EQ(fifo.size(), 2u);
    EXPECT_EQ(fifo.front().octets, test::numbered_cell(2).octets);
}

}  // namespace niclab::utopia
