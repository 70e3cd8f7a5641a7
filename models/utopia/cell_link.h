/// @file  One direction of UTOPIA without its wires: the same two ends, called edge after edge by a link that lets the
///        kernel sleep while nothing leaves them.
///
/// Replays:    nothing; it calls the edges of AtmTx and PhyTx, or PhyRx and AtmRx, that the pins would call, in their
///             order and with their time, but private edges late: those that touch the wires between the two ends only.
///             An edge that fills or frees a place of a FIFO or tells a tap is called at its own time. What a late edge
///             asks of a FIFO it asks as of its own time (core::Fifo::pushed_before()). Edges inside a cell of which each
///             end says that they do nothing but move the next word are called in runs: 8 bit, cell level, no pauses.
///             Words for a reader that fetches them are put into its FIFO late (core::Fifo::push_late()).
/// At rest:    when both ends would do the same at each edge, edges are stepped over but for the last few.
/// Falls back: on the pins, which give_back() has the ends take again, between any two edges: for who wants to see the wires.
/// Held by:    testbenches/unit/utopia_link_test.cpp, and the comparison of whole runs.
#pragma once

#include <algorithm>
#include <type_traits>

#include "core/clock.h"
#include "core/late.h"
#include "utopia/atm_rx.h"
#include "utopia/atm_tx.h"
#include "utopia/phy_rx.h"
#include "utopia/phy_tx.h"

namespace niclab::utopia {

template <class Atm, class Phy, class Levels>
class CellLink : public sc_core::sc_module, public core::Late {
public:
    /// The levels that an edge at `at` samples.
    using Watch = void (*)(void* watcher, const Levels& levels, core::Femtoseconds at);

    /// Does nothing before take_over(). `cells`: the FIFO that the direction begins with.
    CellLink(sc_core::sc_module_name name, core::Clock& clock, Atm& atm, Phy& phy, const core::Fifo<atm::Cell>& cells)
        : sc_module(name), cursor_(clock), atm_(atm), phy_(phy), clock_(clock) {
        cells.call_at_push(cell_waits_);
    }
    /// Takes both ends off their pins, between two edges.
    void take_over() {
        if constexpr (std::is_same_v<Levels, RxLevels>) atm_.run_late(this);
        atm_.leave_pins(levels_), phy_.leave_pins(levels_);
        cursor_ = core::EdgeCursor(clock_);
        active_ = true;
        plan();
    }
    /// Both ends take their pins again, at a moment without an edge; nobody may fetch words of it.
    void give_back() {
        run(core::now_fs());
        active_ = false;
        due_.cancel();
        if constexpr (std::is_same_v<Levels, RxLevels>) atm_.run_late(nullptr);
        atm_.take_pins(levels_), phy_.take_pins(levels_);
    }
    /// The pins are left: their wires carry nothing any more.
    bool active() const { return active_; }
    /// So many whole cells went over it, of which no edge was told.
    using Skip = void (*)(void* watcher, std::uint64_t cells);
    /// Edges of a run, one `period` after the other: the levels of the first, and the words of all `n`.
    using WatchRun = void (*)(void* watcher, const Levels& first, const std::uint8_t* words, unsigned n,
                              core::Femtoseconds at, core::Femtoseconds period);
    /// Edges at rest are not told; without `words` there are no runs. Before the simulation starts.
    void observe(Watch watch, void* watcher, Skip skip = nullptr, WatchRun words = nullptr) {
        watch_ = watch, watcher_ = watcher, skip_ = skip, watch_run_ = words;
    }

    /// Edges change nothing before a cell comes.
    bool at_rest() const { return active_ && at_rest_; }
    /// A cell waits for a place in the PHY's full FIFO; to transmit.
    bool stalled() const { return active_ && (!watch_ || skip_) && atm_.stalled(levels_) && phy_.at_rest(levels_); }
    /// From one such edge to another, with so many null cells between them. For whoever knows that nothing else happens;
    /// to the kernel the link is ahead of its time then.
    void pass(std::uint64_t edges, std::uint64_t cells) {
        cursor_.advance(edges);
        atm_.pass(edges, cells, cursor_.edge()), phy_.pass(cells);
        if (skip_) skip_(watcher_, cells);
    }
    /// Plans nothing, until replan(): for a look at what else is planned.
    void forget_plan() { due_.cancel(); }

    void catch_up() override {
        // Whom an edge tells of a cell may look at who reads it, and that fetches: all before that edge is there.
        if (active_ && !running_) run(core::now_fs());
    }
    void replan() override {
        if (active_) plan();
    }

private:
    /// A change in a FIFO is through both ends after so many: two flip-flops, and a clock of each end.
    static constexpr unsigned kSettlingEdges = 4;

    void on_due() {
        if (!active_) return;
        run(core::now_fs());
        plan();
    }
    void run(core::Femtoseconds until) {
        running_ = true;
        if (at_rest_) cursor_.skip(until, kSettlingEdges);
        cursor_.settle();
        while (cursor_.edge() <= until) {
            if (const unsigned n = run_edges(until); n > 1) {
                run_words(n);
                continue;
            }
            const Levels bus = levels_;
            if (watch_) watch_(watcher_, bus, cursor_.edge());
            atm_.edge(bus, levels_, cursor_.edge());
            phy_.edge(bus, levels_, cursor_.edge());
            cursor_.next();
        }
        running_ = false;
    }
    /// Edges up to then that make one run.
    unsigned run_edges(core::Femtoseconds until) const {
        const unsigned atm = watch_ && !watch_run_ ? 0 : atm_.run_edges(levels_);
        if (atm < 2) return 0;
        const auto due = static_cast<unsigned>(cursor_.edges_to(until, atm));
        return std::min(due, phy_.run_edges(levels_, cursor_));
    }
    void run_words(unsigned n) {
        const std::uint8_t* words;
        if constexpr (std::is_same_v<Levels, TxLevels>)
            phy_.take_run(words = atm_.launch_run(n, cursor_), n);
        else
            atm_.take_run(words = phy_.launch_run(n, cursor_), n, cursor_);
        if (watch_run_) watch_run_(watcher_, levels_, words, n, cursor_.edge(), cursor_.period_fs());
        levels_.carry(words[n]);
        cursor_.advance(n);
        cursor_.settle();
    }
    void plan() {
        at_rest_ = atm_.at_rest(levels_) && phy_.at_rest(levels_);
        if (at_rest_) return due_.cancel();
        cursor_.settle();
        const unsigned late = std::min(atm_.private_edges(), phy_.private_edges());
        // What is overdue, because an end was changed meanwhile, is run at once.
        due_.at(std::max(cursor_.ahead(late), core::now_fs()));
    }

    core::EdgeCursor cursor_;  ///< At the first edge not called yet.
    Atm& atm_;
    Phy& phy_;
    core::Clock& clock_;
    Levels levels_;
    bool active_ = false, at_rest_ = false, running_ = false;
    core::Due due_ = core::Due::of<&CellLink::on_due>(*this);
    core::Due cell_waits_ = core::Due::of<&CellLink::on_due>(*this);
    Watch watch_ = nullptr;
    Skip skip_ = nullptr;
    WatchRun watch_run_ = nullptr;
    void* watcher_ = nullptr;
};

using TxCellLink = CellLink<AtmTx, PhyTx, TxLevels>;
using RxCellLink = CellLink<AtmRx, PhyRx, RxLevels>;

}  // namespace niclab::utopia
