/// @file One direction of UTOPIA at transaction level: the same two ends, called edge by edge by a
/// link. The kernel sleeps while the edges affect only the link.
///
/// Behaviour: the link calls the edges of AtmTx and PhyTx, or PhyRx and AtmRx, in the same order
///   and with the same times as at signal level. It calls private edges late: those that affect
///   only the wires between the two ends. An edge that fills or frees a place of a FIFO or reports
///   to a tap is called at its own time. A late edge reads the state of a FIFO at its own time
///   (core::Fifo::pushed_before()).
///
/// Runs: edges inside a cell that only move the next word are called in runs: 8 bit, cell level, no
/// pauses. Words for a reader that fetches them are put into its FIFO late
/// (core::Fifo::push_decoupled()). Idle edges at which both ends do nothing new are skipped except for
/// the last few.
/// Limitations: enter_signal_level() returns both ends to signal level between any two edges, for
///   observers of the wires.
/// Checks: testbenches/unit/utopia_link_test.cpp, and the comparison of whole runs.
#pragma once

#include <algorithm>
#include <type_traits>

#include "core/clock.h"
#include "core/decoupled.h"
#include "utopia/fast/ends.h"

namespace niclab::utopia {

template <class Atm, class Phy, class Levels>
class CellLink : public sc_core::sc_module, public core::DecoupledWriter {
public:
    /// A callback with the levels that an edge at `at` samples.
    using Watch = void (*)(void* watcher, const Levels& levels, core::Femtoseconds at);

    /// Has no effect before enter_transaction_level(). `cells`: the FIFO at the beginning of the direction.
    CellLink(sc_core::sc_module_name name, core::Clock& clock, typename Atm::End& atm, typename Phy::End& phy,
             const core::Fifo<atm::Cell>& cells)
        : sc_module(name), cursor_(clock), atm_(atm), phy_(phy), clock_(clock) {
        cells.call_at_push(cell_waits_);
    }
    /// Enters the transaction level: both ends stop using their pins. To be called between two
    /// edges.
    void enter_transaction_level() {
        if constexpr (std::is_same_v<Levels, RxLevels>) atm_.decouple(this);
        atm_.enter_transaction_level(levels_), phy_.enter_transaction_level(levels_);
        cursor_ = core::EdgeCursor(clock_);
        active_ = true;
        edges_ = 0;
        plan();
    }
    /// Returns both ends to signal level. To be called at a time without an edge, while no reader
    /// fetches words.
    void enter_signal_level() {
        run(core::now_fs());
        active_ = false;
        due_.cancel();
        if constexpr (std::is_same_v<Levels, RxLevels>) atm_.decouple(nullptr);
        atm_.enter_signal_level(levels_), phy_.enter_signal_level(levels_);
    }
    /// Whether the link is at transaction level; its wires are then unused.
    bool active() const { return active_; }
    /// A callback for `cells` whole cells that were transferred without a callback per edge.
    using Skip = void (*)(void* watcher, std::uint64_t cells);
    /// A callback for a run of `n` edges at intervals of `period`: the levels of the first, and the
    /// words of all.
    using WatchRun = void (*)(void* watcher, const Levels& first, const std::uint8_t* words, unsigned n,
                              core::Femtoseconds at, core::Femtoseconds period);
    /// Registers an observer. Idle edges are not reported; without `words` there are no runs. To be
    /// called before the simulation starts.
    void observe(Watch watch, void* watcher, Skip skip = nullptr, WatchRun words = nullptr) {
        watch_ = watch, watcher_ = watcher, skip_ = skip, watch_run_ = words;
    }

    /// Sets a recorder of the levels from each edge on. At transaction level synchronize() reports
    /// all edges up to now to it; it begins with the present levels. nullptr ends the recording.
    void record(Watch recorder, void* owner) {
        synchronize();
        recorder_ = recorder, recorder_owner_ = owner;
        if (!active_) return;
        if (recorder_) recorder_(recorder_owner_, levels_, core::now_fs());
        plan();
    }

    /// Edges change nothing until a cell arrives.
    bool at_rest() const { return active_ && at_rest_; }
    /// No part of a user's cell is under way; for the transmit direction.
    bool carries_only_null_cells() const { return atm_.carries_only_null_cells(); }
    /// A cell waits for a place in the PHY's full FIFO; for the transmit direction.
    bool stalled() const {
        return active_ && !recorder_ && (!watch_ || skip_) && atm_.stalled(levels_) && phy_.at_rest(levels_);
    }
    /// Skips from one such edge to another, with `cells` null cells between them. The caller must
    /// know that nothing else happens. The link is then ahead of the kernel's time.
    void skip_idle(std::uint64_t edges, std::uint64_t cells) {
        cursor_.advance(edges);
        atm_.skip_idle(edges, cells, cursor_.edge()), phy_.skip_idle(cells);
        if (skip_) skip_(watcher_, cells);
    }
    /// Cancels the planned call until reschedule(), so that the caller can check the other plans.
    void forget_plan() { due_.cancel(); }

    void synchronize() override {
        // A listener of an edge's cell may read a FIFO with a late reader, which fetches: all
        // earlier edges must have run.
        if (active_ && !running_) run(core::now_fs());
    }
    void push_due() override {
        if (core::now_fs() >= next_push_ || !cursor_.on_present_grid()) synchronize();
    }
    void reschedule() override {
        if (active_) plan();
    }

private:
    /// Edges after which both ends have processed a change in a FIFO: two flip-flops, and a clock
    /// of each end.
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
            if (recorder_) recorder_(recorder_owner_, levels_, cursor_.edge());
            cursor_.next();
            ++edges_;
        }
        if constexpr (std::is_same_v<Levels, RxLevels>) next_push_ = cursor_.ahead(atm_.edges_to_push());
        running_ = false;
    }
    /// Number of edges up to `until` that make one run.
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
        for (unsigned i = 0; recorder_ && i < n; ++i) {
            levels_.carry(words[i + 1]);
            recorder_(recorder_owner_, levels_, cursor_.ahead(i));
        }
        levels_.carry(words[n]);
        cursor_.advance(n);
        cursor_.settle();
    }
    void plan() {
        // A recorder needs the changes of the first edges at their times.
        const bool settled = !recorder_ || edges_ >= kSettlingEdges;
        at_rest_ = settled && atm_.at_rest(levels_) && phy_.at_rest(levels_);
        if (at_rest_) return due_.cancel();
        cursor_.settle();
        const unsigned late = std::min(atm_.private_edges(), phy_.private_edges());
        // Overdue edges, after a change of an end, are run at once.
        due_.at(std::max(cursor_.ahead(late), core::now_fs()));
    }

    core::EdgeCursor cursor_;  ///< At the first edge that has not been called.
    Atm atm_;
    Phy phy_;
    core::Clock& clock_;
    Levels levels_;
    bool active_ = false, at_rest_ = false, running_ = false;
    core::Timer due_ = core::Timer::of<&CellLink::on_due>(*this);
    core::Timer cell_waits_ = core::Timer::of<&CellLink::on_due>(*this);
    Watch watch_ = nullptr;
    Skip skip_ = nullptr;
    WatchRun watch_run_ = nullptr;
    void* watcher_ = nullptr;
    Watch recorder_ = nullptr;
    void* recorder_owner_ = nullptr;
    core::Femtoseconds next_push_ = 0;  ///< No edge before it puts a word into the reader's FIFO.
    std::uint64_t edges_ = 0;           ///< Number called one by one since the transaction level was entered.
};

using TxCellLink = CellLink<FastAtmTx, FastPhyTx, TxLevels>;
using RxCellLink = CellLink<FastAtmRx, FastPhyRx, RxLevels>;

}  // namespace niclab::utopia
