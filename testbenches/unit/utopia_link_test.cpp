/// UTOPIA at transaction level compared with signal level: at each edge of their users the FIFOs
/// are the same. With NICLAB_LONG for a million cells.
#include <gtest/gtest.h>

#include <cstdlib>
#include <deque>
#include <memory>
#include <tuple>

#include "support/numbered_cell.h"
#include "support/sim_test.h"
#include "utopia/fast/cell_link.h"

namespace niclab::utopia {
namespace {

using Event = std::tuple<char, core::Femtoseconds, std::uint32_t, core::Femtoseconds>;

/// Both directions between a chip's FIFOs and a PHY's.
class Port : public sc_core::sc_module {
public:
    Port(sc_core::sc_module_name name, core::Clock& clock, const Config& config, std::size_t depth, bool whole)
        : sc_module(name),
          source("source", 9),
          to_phy("to_phy", depth),
          from_phy("from_phy", depth),
          words("words", 32),
          atm_tx("atm_tx", clock, source, config),
          phy_tx("phy_tx", clock, to_phy, config),
          phy_rx("phy_rx", clock, from_phy, config),
          atm_rx("atm_rx", clock, words, config) {
        atm_tx.pins.bind(tx), phy_tx.pins.bind(tx), atm_rx.pins.bind(rx), phy_rx.pins.bind(rx);
        atm_tx.started.listen([this](core::Femtoseconds at, const atm::Cell& c, const core::Femtoseconds& soc) {
            events.emplace_back('t', at, c.header_word(), soc);
        });
        atm_rx.received.listen([this](core::Femtoseconds at, const atm::Cell& c, const core::Femtoseconds& soc) {
            events.emplace_back('r', at, c.header_word(), soc);
            if (words.fetched()) words.fetch();  // As an observation of the reader would do.
        });
        if (!whole) return;
        tx_link = std::make_unique<TxCellLink>("tx_link", clock, atm_tx, phy_tx, source);
        rx_link = std::make_unique<RxCellLink>("rx_link", clock, atm_rx, phy_rx, from_phy);
        tx_link->enter_transaction_level(), rx_link->enter_transaction_level();
    }
    void set_octet_level(bool on) {
        if (tx_link) tx_link->synchronize(), rx_link->synchronize();
        atm_tx.set_octet_level(on), phy_tx.set_octet_level(on), atm_rx.set_octet_level(on), phy_rx.set_octet_level(on);
        if (tx_link) tx_link->reschedule(), rx_link->reschedule();
    }
    core::Fifo<atm::Cell> source, to_phy, from_phy;
    core::Fifo<atm::CellWord> words;
    AtmTx atm_tx;
    PhyTx phy_tx;
    PhyRx phy_rx;
    AtmRx atm_rx;
    TxPins<core::Net> tx;
    RxPins<core::Net> rx;
    std::unique_ptr<TxCellLink> tx_link;
    std::unique_ptr<RxCellLink> rx_link;
    std::vector<Event> events;
    /// Of one instant the order is the kernel's.
    std::vector<Event> in_order() const {
        std::vector<Event> sorted = events;
        std::sort(sorted.begin(), sorted.end());
        return sorted;
    }
};

/// The levels of each edge at signal level, next to those that a link reports late, edge by edge
/// and in runs.
template <class Levels>
class Reported {
public:
    void show(const Levels& at_pins, core::Femtoseconds at) { shown_.push_back({at, at_pins}); }
    /// Edges at rest are not reported, except for the last ones: of these the first levels may
    /// still be the previous ones.
    void hear(const Levels& l, core::Femtoseconds at) {
        for (; !shown_.empty() && shown_.front().first < at; shown_.pop_front()) unsettled_ = 4;
        ++edges;
        const bool known = !shown_.empty() && shown_.front().first == at;
        if (known && unsettled_ > 0 && --unsettled_ > 0) return shown_.pop_front();
        differences += !known || !same(shown_.front().second, l);
        if (known) shown_.pop_front();
    }
    static void edge(void* reported, const Levels& l, core::Femtoseconds at) {
        static_cast<Reported*>(reported)->hear(l, at);
    }
    static void run(void* reported, const Levels& first, const std::uint8_t* words, unsigned n, core::Femtoseconds at,
                    core::Femtoseconds period) {
        Reported& to = *static_cast<Reported*>(reported);
        to.in_runs += n;
        Levels l = first;
        if (l.data != words[0]) ++to.differences;
        for (unsigned i = 0; i < n; ++i) l.carry(words[i]), to.hear(l, at + i * period);
    }
    std::uint64_t edges = 0, in_runs = 0, differences = 0;

private:
    static bool same(const Levels& a, const Levels& b) {
        return std::tie(a.data, a.soc, a.prty, a.enb, a.clav) == std::tie(b.data, b.soc, b.prty, b.enb, b.clav);
    }
    std::deque<std::pair<core::Femtoseconds, Levels>> shown_;
    unsigned unsettled_ = 4;
};

/// A variant at signal level and at transaction level, with everything around them on separate
/// clocks, drawn once for both. At transaction level the chip reads words at its own edges, or
/// late, when it fetches those that were pushed before them.
class Twins : public sc_core::sc_module, public core::DecoupledReader {
public:
    Twins(sc_core::sc_module_name name, const Config& variant, std::size_t depth, std::uint64_t seed)
        : sc_module(name),
          utopia("utopia", {51'440'329, 1'234'567, false}),
          chip("chip", {30'303'030, 7'000'001, true}),
          line("line", {51'441'000, 20'000'003, true}),
          pins("pins", utopia, variant, depth, false),
          whole("whole", utopia, variant, depth, true),
          config(variant),
          random_(seed, "twins") {
        chip.attach(core::edge_call<&Twins::on_chip>(*this));
        line.attach(core::edge_call<&Twins::on_line>(*this));
        utopia.observe(core::edge_call<&Twins::on_utopia>(*this));
        whole.tx_link->observe(Reported<TxLevels>::edge, &tx, nullptr, Reported<TxLevels>::run);
        whole.rx_link->observe(Reported<RxLevels>::edge, &rx, nullptr, Reported<RxLevels>::run);
        whole.words.decouple_reader(this, [](const atm::CellWord& word) { return word.last; });
    }
    void synchronize() override {}
    void reschedule() override {}
    void run_before(core::Femtoseconds t) override {
        for (; !late_.empty() && late_.front().at < t; late_.pop_front()) {
            const Edge& edge = late_.front();
            ++late_edges;
            differs(whole.words.pushed_before(edge.at) - popped_ != edge.words);
            if (edge.pops)
                differs(whole.words.peek(0).data != edge.data), whole.words.pop_decoupled(edge.at), ++popped_;
        }
    }
    core::Clock utopia, chip, line;
    Port pins, whole;
    const Config config;
    Reported<TxLevels> tx;
    Reported<RxLevels> rx;
    std::uint64_t differences = 0, late_edges = 0, changes = 0;
    bool changes_to_pins = false;  ///< Links return to signal level, and enter transaction level again.

private:
    /// What the pins showed at it, and whether a word was taken.
    struct Edge {
        core::Femtoseconds at;
        std::size_t words;
        bool pops;
        std::uint32_t data;
    };
    void differs(bool yes) { differences += yes; }
    void on_utopia() {
        const TxPins<core::Net>& t = pins.tx;
        const RxPins<core::Net>& r = pins.rx;
        const core::Femtoseconds now = core::now_fs();
        tx.show({t.data.read(), t.soc.read(), t.prty.read(), t.enb.read(), t.clav.read()}, now);
        rx.show({r.data.read(), r.soc.read(), r.prty.read(), r.clav.read(), r.enb.read()}, now);
    }
    /// Rates change now and then: full, empty, and in between.
    void on_chip() {
        if (random_.chance(0.0005)) push_ = random_.uniform01() * 0.05, pop_ = random_.uniform01();
        if (random_.chance(0.0002)) utopia.slip(static_cast<core::Femtoseconds>(random_.uniform01() * 2e8));
        if (config.octet_level && random_.chance(0.001)) {
            const bool on = random_.chance(0.5);
            pins.set_octet_level(on), whole.set_octet_level(on);
        }
        differs(pins.source.free() != whole.source.free());
        if (pins.source.free() > 0 && random_.chance(push_)) {
            const atm::Cell cell = test::numbered_cell(next_++);
            pins.source.push(cell), whole.source.push(cell);
        }
        if (random_.chance(0.001)) {
            const bool on = random_.chance(0.5);
            if (fetches_ && !on) whole.words.fetch(), run_before(core::now_fs()), whole.words.fetch_no_more();
            fetches_ = on;
        }
        if (changes_to_pins && random_.chance(0.003)) change();
        take_words(!fetches_ || !whole.rx_link->active() || random_.chance(0.2));
    }
    void change() {
        if (utopia.is_edge(core::now_fs())) return;
        ++changes;
        // The ends write their own wires, independent of the caller.
        core::called = {true, nullptr};
        if (!whole.tx_link->active())
            return whole.tx_link->enter_transaction_level(), whole.rx_link->enter_transaction_level();
        if (whole.words.fetched()) whole.words.fetch(), run_before(core::now_fs()), whole.words.fetch_no_more();
        whole.tx_link->enter_signal_level(), whole.rx_link->enter_signal_level();
    }
    void take_words(bool in_time) {
        const bool pops = !pins.words.empty() && random_.chance(pop_);
        const Edge edge{core::now_fs(), pins.words.size(), pops, pops ? pins.words.front().data : 0};
        if (pops) pins.words.pop();
        if (!in_time) return late_.push_back(edge);
        if (fetches_) whole.words.fetch();
        run_before(edge.at);
        differs(whole.words.size() != edge.words);
        if (!pops || whole.words.empty()) return;
        differs(whole.words.front().data != edge.data);
        whole.words.pop(), ++popped_;
    }
    void on_line() {
        differs(pins.to_phy.size() != whole.to_phy.size());
        if (!pins.to_phy.empty() && !whole.to_phy.empty() && random_.chance(0.02))
            pins.to_phy.pop(), whole.to_phy.pop();
        differs(pins.from_phy.free() != whole.from_phy.free());
        if (pins.from_phy.free() == 0 || whole.from_phy.free() == 0 || !random_.chance(0.02)) return;
        const atm::Cell cell = test::numbered_cell(next_++);
        pins.from_phy.push(cell), whole.from_phy.push(cell);
    }
    base::RandomStream random_;
    double push_ = 0.02, pop_ = 0.5;
    std::uint32_t next_ = 0;
    bool fetches_ = false;
    std::deque<Edge> late_;
    std::size_t popped_ = 0;
};

class UtopiaLink : public test::SimTest {
protected:
    /// Each variant of the interface, with FIFOs of two depths.
    static std::vector<std::unique_ptr<Twins>> all_variants() {
        std::vector<std::unique_ptr<Twins>> twins;
        for (unsigned i = 0; i < 16; ++i) {
            Config c;
            c.width = i & 1 ? 16 : 8;
            c.octet_level = (i & 2) != 0;
            c.separate_clock = (i & 4) != 0;
            twins.push_back(std::make_unique<Twins>(("twins_" + std::to_string(i)).c_str(), c, i & 8 ? 2 : 4, i));
        }
        return twins;
    }
};

TEST_F(UtopiaLink, EveryUserSeesWhatThePinsShowAtEachOfItsEdges) {
    const std::vector<std::unique_ptr<Twins>> twins = all_variants();
    const std::size_t cells = std::getenv("NICLAB_LONG") ? 1'000'000 : 1;
    for (std::size_t carried = 0; carried < cells;) {
        run(sc_core::sc_time(3, sc_core::SC_MS));
        carried = 0;
        for (const auto& t : twins) carried += t->pins.events.size();
    }
    for (const auto& t : twins) {
        EXPECT_EQ(t->differences, 0u) << t->name();
        EXPECT_TRUE(t->pins.in_order() == t->whole.in_order()) << t->name();
        EXPECT_GT(t->pins.events.size(), 500u) << t->name();
        EXPECT_GT(t->late_edges, 10'000u) << t->name();
        EXPECT_EQ(t->pins.atm_tx.stats().stalled_clocks, t->whole.atm_tx.stats().stalled_clocks) << t->name();
        EXPECT_EQ(t->whole.phy_tx.stats().overruns + t->whole.phy_tx.stats().soc_errors, 0u) << t->name();
        EXPECT_EQ(t->tx.differences + t->rx.differences, 0u) << t->name();
        // At 8 bit and cell level: most of a cell but its first and last words, and those with
        // which the SAR gets one.
        EXPECT_EQ(t->tx.in_runs > t->tx.edges / 4, t->config.width == 8) << t->name();
        EXPECT_EQ(t->rx.in_runs > t->rx.edges / 4, t->config.width == 8) << t->name();
        EXPECT_LT(t->whole.atm_tx.activity().calls, 3u) << t->name() << ": the clock still calls the ends";
    }
}

/// Between any two edges, with whatever is under way.
TEST_F(UtopiaLink, BackAtThePinsEveryUserSeesTheSame) {
    const std::vector<std::unique_ptr<Twins>> twins = all_variants();
    for (const auto& t : twins) t->changes_to_pins = true;
    run(sc_core::sc_time(3, sc_core::SC_MS));
    for (const auto& t : twins) {
        EXPECT_EQ(t->differences, 0u) << t->name();
        EXPECT_TRUE(t->pins.in_order() == t->whole.in_order()) << t->name();
        EXPECT_GT(t->pins.events.size(), 500u) << t->name();
        EXPECT_GT(t->changes, 100u) << t->name();
        EXPECT_EQ(t->pins.atm_tx.stats().stalled_clocks, t->whole.atm_tx.stats().stalled_clocks) << t->name();
        EXPECT_EQ(t->whole.phy_tx.stats().overruns + t->whole.phy_tx.stats().soc_errors, 0u) << t->name();
    }
}

TEST_F(UtopiaLink, NothingToCarryCostsNothing) {
    core::Clock clock("clock", {51'440'329, 1, false});
    Port port("port", clock, {}, 4, true);
    run(sc_core::sc_time(1, sc_core::SC_SEC));
    EXPECT_LT(sc_core::sc_delta_count(), 20u);
    port.source.push(test::numbered_cell(5));
    run(sc_core::sc_time(4, sc_core::SC_US));
    ASSERT_EQ(port.events.size(), 1u);
    EXPECT_EQ(port.to_phy.size(), 1u);
}

}  // namespace
}  // namespace niclab::utopia
