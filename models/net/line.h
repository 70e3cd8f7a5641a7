/// @file One direction of a link, with a delay and loss of cells.
///
/// Behaviour: the first cell of a PDU may leave a switch before the times of all its cells are
///   known. Then the next switch receives the PDU late, by its own length at most. Its cells keep
///   their spacing. If the delay is longer than a PDU, nothing is late.
/// Not modelled: bit errors that a receiver corrects; a lost cell represents any error in it.
#pragma once

#include <set>
#include <string>

#include "base/event_queue.h"
#include "base/occupancy.h"
#include "base/pool.h"
#include "base/random.h"
#include "net/train.h"

namespace niclab::net {

struct LineConfig {
    std::string name = "line";
    double cell_rate = 149.76e6 / 424;  ///< Cells per second.
    Femtoseconds delay = 0;
    double cell_loss = 0;               ///< Probability per cell.
    std::set<std::uint64_t> lost_pdus;  ///< Numbers of PDUs that lose a cell, from 0.
};

class Line {
public:
    using Config = LineConfig;
    Line(base::EventQueue& event_queue, const Config& config, std::uint64_t seed)
        : event_queue_(event_queue), config_(config), random_(seed, "line " + config.name) {}
    void connect(Endpoint& to, unsigned port) { to_ = &to, port_ = port; }

    /// Time from a cell's first bit to its last.
    Femtoseconds cell_time() const { return static_cast<Femtoseconds>(1e15 / config_.cell_rate + 0.5); }
    /// Sends the cells of `train` at its times, the first of which may be in the past.
    void send(Train train) {
        corrupt(train);
        unreported_ += std::size_t(train.unreported());
        cells_ += train.present();
        busy_.add(event_queue_.now(), train.first - cell_time(), train.last(), train.present() * cell_time());
        cells_under_way_ += train.present();
        train.first += config_.delay;
        if (to_->wants_first_cell()) train.first = std::max(train.first, event_queue_.now());
        const Femtoseconds when = to_->wants_first_cell() ? train.first : std::max(train.last(), event_queue_.now());
        event_queue_.at(when, base::call<&Line::arrive>(this, under_way_.put(std::move(train))));
    }
    bool wants_first_cell() const { return to_->wants_first_cell(); }
    /// The other end needs cells, not trains: begin(), pass() for each cell, end().
    bool cell_by_cell() const { return to_->wants_cells(); }
    static constexpr std::uint32_t kNoCell = ~0u;
    /// A train begins; returns the cell that will be lost on the way.
    std::uint32_t begin(const Train& train) {
        if (!hits(train)) return kNoCell;
        ++spoiled_;
        return train.cells / 2;
    }
    /// The last bit of one of its cells leaves the sender at `at`.
    void pass(const Train& train, std::uint32_t cell, Femtoseconds at) {
        ++cells_, ++cells_under_way_;
        busy_.add(event_queue_.now(), at - cell_time(), at, cell_time());
        event_queue_.at(at + config_.delay, base::call<&Line::arrive_cell>(this, single_cells_.put({train, cell})));
    }
    /// All losses of the train are known.
    void end(Train train) {
        unreported_ += std::size_t(train.unreported());
        event_queue_.after(config_.delay, base::call<&Line::end_train>(this, under_way_.put(std::move(train))));
    }
    std::uint64_t pdus() const { return pdus_; }
    /// Number of cells from its sender, some of which will leave later.
    std::uint64_t cells() const { return cells_; }
    /// Time during which cells have left its sender. Those of a train are assumed to be evenly
    /// spaced: the error is less than the time of a PDU.
    Femtoseconds busy() const { return busy_.until(event_queue_.now()); }
    std::uint64_t spoiled() const { return spoiled_; }
    /// PDUs on it without a reported loss.
    std::size_t under_way() const { return unreported_; }
    std::uint64_t cells_under_way() const { return cells_under_way_; }
    const Config& config() const { return config_; }

private:
    void arrive(std::uint64_t number) {
        const Train train = under_way_.take(number);
        unreported_ -= std::size_t(train.unreported());
        cells_under_way_ -= train.present();
        to_->arrive(port_, train);
    }
    void arrive_cell(std::uint64_t number) {
        const auto [train, cell] = single_cells_.take(number);
        --cells_under_way_;
        to_->cell(train, cell);
    }
    void end_train(std::uint64_t number) {
        const Train train = under_way_.take(number);
        unreported_ -= std::size_t(train.unreported());
        to_->ended(train);
    }
    bool hits(const Train& train) {
        const bool hit = config_.lost_pdus.count(pdus_++) > 0;
        return config_.cell_loss > 0 ? hit || random_.chance(1 - std::pow(1 - config_.cell_loss, train.cells)) : hit;
    }
    void corrupt(Train& train) {
        if (!hits(train) || !train.lost.empty()) return;
        ++spoiled_;
        train.lose(train.cells / 2, stack::Drop::LineError);
        ++train.lost_on_lines;
    }

    base::EventQueue& event_queue_;
    Config config_;
    base::RandomStream random_;
    Endpoint* to_ = nullptr;
    unsigned port_ = 0;
    std::uint64_t pdus_ = 0, cells_ = 0, spoiled_ = 0, cells_under_way_ = 0;
    std::size_t unreported_ = 0;
    base::Occupancy busy_;
    base::Pool<Train> under_way_;
    base::Pool<std::pair<Train, std::uint32_t>> single_cells_;
};

}  // namespace niclab::net
