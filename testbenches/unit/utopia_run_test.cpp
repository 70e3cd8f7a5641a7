/// Words in runs: how far each end lets one go, and that the checkers judge them as clock by clock.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "base/random.h"
#include "check/utopia_checker.h"
#include "support/numbered_cell.h"
#include "support/sim_test.h"
#include "utopia/fast/cell_link.h"

namespace niclab::utopia {
namespace {

class UtopiaLinkEnds : public test::SimTest {};

/// In a link the nearer bound hides the other end's.
TEST_F(UtopiaLinkEnds, EachSaysByItselfHowFarARunGoes) {
    core::Clock clock("clock", {50'000'000, 10'000'000'000, false});
    core::Fifo<atm::Cell> to_phy("to_phy", 4), from_phy("from_phy", 4);
    core::Fifo<atm::CellWord> words("words", 32);
    PhyTx phy_tx("phy_tx", clock, to_phy);
    PhyRx phy_rx("phy_rx", clock, from_phy);
    AtmRx atm_rx("atm_rx", clock, words);
    TxPins<core::Net> tx_net;
    RxPins<core::Net> rx_net;
    phy_tx.pins.bind(tx_net), phy_rx.pins.bind(rx_net), atm_rx.pins.bind(rx_net);
    from_phy.push(test::numbered_cell(1));
    run(sc_core::sc_time(1, sc_core::SC_US));
    core::EdgeCursor edge(clock);
    TxLevels tx{1, true, false, true, true};
    RxLevels rx{1, false, false, true, true}, next = rx, quiet = rx;
    quiet.enb = false;
    for (unsigned i = 0; i < 3; ++i) phy_rx.edge(quiet, next, edge.ahead(i));  // until it knows of the cell
    atm_rx.edge(rx, next, edge.edge());
    for (unsigned taken = 0; taken < 52; ++taken) {
        EXPECT_EQ(FastPhyTx(phy_tx).run_edges(tx, edge), taken == 0 ? 0 : 52 - taken);
        EXPECT_EQ(FastPhyRx(phy_rx).run_edges(rx, edge), taken == 0 ? 0 : 52 - taken);
        const unsigned push = taken < 4 ? 4 : taken < 9 ? 9 : 9 + (taken - 9) / 4 * 4 + 4;
        EXPECT_EQ(FastAtmRx(atm_rx).run_edges(rx), taken == 0 ? 0 : std::min(push, 51u) - std::min(taken, 51u))
            << taken;
        TxLevels driven = tx;
        phy_tx.edge(tx, driven, edge.edge());
        tx.soc = false, tx.clav = driven.clav;
        phy_rx.edge(rx, next, edge.edge());
        RxLevels sampled = rx;
        sampled.soc = taken == 0;
        atm_rx.edge(sampled, next, edge.edge());
        edge.next();
    }
}

/// Clocks inside cells and such as break rules, drawn at random; in runs where a checker takes them so.
template <class Checker>
class Drawn {
public:
    Drawn(const check::UtopiaChecker::Config& config, bool runs) : checker(config, report), runs_(runs) {}
    void word(const check::UtopiaSample& s) { checker.sample(s, at_ += 50); }
    void words(const std::uint8_t* octets, unsigned n, bool clav) {
        if (runs_ && take(checker, octets, n, clav)) {
            ++taken, at_ += 50 * n;
            return;
        }
        for (unsigned i = 0; i < n; ++i) word({octets[i], false, true, odd_parity(octets[i]), clav, false});
    }
    std::string said() const {
        std::string text = std::to_string(checker.cells());
        for (const check::Violation& v : report.violations()) text += "; " + std::to_string(v.at) + " " + v.seen;
        for (const check::Report::Count& c : report.counts()) text += "; " + std::to_string(c.times) + " " + c.rule->id;
        return text;
    }
    check::Report report;
    Checker checker;
    unsigned taken = 0;

private:
    static bool take(check::UtopiaTxChecker& c, const std::uint8_t* octets, unsigned n, bool clav) {
        return c.words(octets, n, clav);
    }
    static bool take(check::UtopiaRxChecker& c, const std::uint8_t* octets, unsigned n, bool clav) {
        return clav && c.words(octets, n);
    }
    bool runs_;
    core::Femtoseconds at_ = 0;
};

template <class Checker>
void judges_runs_as_clocks(const check::UtopiaChecker::Config& config, std::uint64_t seed, unsigned& taken) {
    base::RandomStream random(seed, "words");
    Drawn<Checker> clocks(config, false), runs(config, true);
    const auto draw = [&](unsigned n) { return static_cast<unsigned>(random.uniform01() * n); };
    for (unsigned step = 0; step < 400; ++step) {
        const bool right = !random.chance(0.02), clav = !random.chance(0.1);
        if (random.chance(0.3)) {
            const auto data = static_cast<std::uint16_t>(draw(256));
            const bool soc = clocks.checker.octets_taken() == 0;
            const check::UtopiaSample s{data, soc == right, !random.chance(0.05), odd_parity(data) == right,
                                        clav, !right};
            clocks.word(s), runs.word(s);
            continue;
        }
        std::uint8_t octets[53];
        for (std::uint8_t& octet : octets) octet = static_cast<std::uint8_t>(draw(256));
        const unsigned n = 1 + draw(clocks.checker.octets_taken() > 40 ? 3 : 53);
        clocks.words(octets, n, clav), runs.words(octets, n, clav);
    }
    EXPECT_EQ(clocks.said(), runs.said());
    EXPECT_GT(clocks.checker.cells(), 0u);
    taken += runs.taken;
}

TEST(UtopiaLinkChecker, SaysOfRunsWhatItSaysClockByClock) {
    unsigned taken = 0;
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
        check::UtopiaChecker::Config config;
        config.synchronise = (seed & 1) != 0;
        config.octet_level = (seed & 6) == 6;
        judges_runs_as_clocks<check::UtopiaTxChecker>(config, seed, taken);
        judges_runs_as_clocks<check::UtopiaRxChecker>(config, seed, taken);
    }
    EXPECT_GT(taken, 500u);
}

}  // namespace
}  // namespace niclab::utopia
