#include "lab/bench/idle_skipper.h"

#include <algorithm>

namespace niclab::lab {

namespace {

constexpr core::Femtoseconds kLook = 10'000'000'000;  ///< Between two checks whether anything moves.
/// The longest time until the effect of an event is visible: five to ten frames of K2, G1 and C2,
/// and the delay of both directions.
constexpr unsigned kSettlingFrames = 12;
constexpr unsigned kLeastFrames = 3;    ///< Shorter intervals are not worth it.
constexpr unsigned kRetryOctets = 3;    ///< A line is at rest for five successive octets of payload.
constexpr std::size_t kLeastCells = 3;  ///< With fewer places the PHY's FIFO may run empty between two.

bool is_null(const atm::Cell& cell) { return cell.header().is_null(); }

}  // namespace

/// One direction of a line, from the chip that feeds it to the PHY at its end.
class IdleSkipper::Direction : public sc_core::sc_module {
public:
    Direction(sc_core::sc_module_name name, AtmHop& hop) : sc_module(name), hop_(hop) {}
    /// Only null cells move, and have moved for some frames.
    bool carries_only_null_cells() {
        hop_.sender.utopia_rx->synchronize();  // At rest a link skips edges only up to the next slip of its clock.
        return sender().chip().is_idle() && light_stays() && hop_.octets->carries_only_null_cells() &&
               hop_.sender.utopia_tx->carries_only_null_cells() && sender().tx_fifo().all(is_null) &&
               sender().phy.tx_fifo().all(is_null) && hop_.receiver.utopia_rx->at_rest() && settled();
    }
    core::Femtoseconds idle_until() const { return hop_.octets->idle_until(); }
    core::Femtoseconds stepped_over() const { return stepped_over_; }
    core::Femtoseconds frame_fs() const { return sender().phy.format().frame_octets * octet_fs(); }
    /// Nothing happens before that time: skips to it as soon as the part is at rest.
    void skip_to(core::Femtoseconds until) {
        until_ = until;
        try_.in(octet_fs());
    }
    void forget_plans() {
        try_.cancel();
        hop_.octets->forget_plan();
        hop_.sender.utopia_tx->forget_plan(), hop_.sender.utopia_rx->forget_plan();
    }
    void plan_again() {
        hop_.octets->reschedule();
        hop_.sender.utopia_tx->reschedule(), hop_.sender.utopia_rx->reschedule();
    }

private:
    board::Nic& sender() const { return hop_.sender.nic; }
    core::Femtoseconds octet_fs() const { return sender().phy.clock().period_fs(); }
    /// During a loss of light the parities that a frame would have had are visible, and after a
    /// skipped interval the parities of frames are not their own.
    bool light_stays() const {
        const fiber::ImpairmentsConfig& line = hop_.line.fiber.impairments;
        return line.light_off_for_fs == 0 || core::now_fs() >= line.light_off_from_fs + line.light_off_for_fs;
    }
    bool settled() {
        const fiber::Impairments::Stats& line = hop_.fiber.stats();
        const std::uint64_t phys =
            phy::FastSuni(hop_.sender.nic.phy).unrest() + phy::FastSuni(hop_.receiver.nic.phy).unrest();
        const std::uint64_t unrest = phys + line.bit_errors + line.bursts + line.dark_octets;
        if (unrest != unrest_) unrest_ = unrest, since_ = core::now_fs();
        return core::now_fs() - since_ >= kSettlingFrames * frame_fs() + 2 * hop_.line.fiber.delay_fs();
    }
    bool fed() const { return sender().tx_fifo().occupancy() > 0; }
    /// While a clock is stopped, UTOPIA sees no free place, however long ago it became free.
    static bool full(const core::Fifo<atm::Cell>& cells) {
        return cells.capacity() >= kLeastCells && cells.occupancy() == cells.capacity();
    }
    bool at_rest() const {
        const phy::Suni& phy = sender().phy;
        if (!sender().chip().is_idle() || !hop_.octets->at_rest()) return false;
        if (!fed())
            return hop_.sender.utopia_tx->at_rest() && phy.tx_fifo().occupancy() == 0 && !phy.tacp().from_fifo();
        return hop_.sender.utopia_tx->stalled() && phy.tacp().from_fifo() && full(phy.tx_fifo());
    }
    void try_to_skip() {
        if (core::now_fs() + kLeastFrames * frame_fs() > until_) return;
        hop_.octets->synchronize(), hop_.sender.utopia_tx->synchronize();
        if (at_rest())
            skip();
        else
            try_.in(kRetryOctets * octet_fs());
    }
    void skip() {
        const phy::OctetLine::Skipped skipped = hop_.octets->skip_idle(until_);
        if (skipped.octets == 0) return;
        stepped_over_ += skipped.octets * octet_fs();
        if (fed()) hop_.sender.utopia_tx->skip_idle(skipped.octets, skipped.cells);
        if (skipped.cells > 0) sender().chip().skip_null_cells(skipped.cells);
        plan_again();
    }

    AtmHop& hop_;
    std::uint64_t unrest_ = ~std::uint64_t{0};
    core::Femtoseconds since_ = 0, until_ = 0, stepped_over_ = 0;
    core::Timer try_ = core::Timer::of<&Direction::try_to_skip>(*this);
};

IdleSkipper::IdleSkipper(sc_core::sc_module_name name, const std::vector<AtmHop*>& hops) : sc_module(name) {
    for (std::size_t i = 0; i < hops.size(); ++i)
        directions_.push_back(std::make_unique<Direction>(("way" + std::to_string(i)).c_str(), *hops[i]));
}

IdleSkipper::~IdleSkipper() = default;

void IdleSkipper::begin() {
    if (directions_.empty() || on_) return;
    on_ = true;
    look_.in(kLook);
}

void IdleSkipper::look() {
    const core::Femtoseconds now = core::now_fs();
    look_.in(kLook);
    const core::Femtoseconds until = std::min(idle_until(), next_input_);
    if (until < now + (kLeastFrames + 1) * directions_.front()->frame_fs()) return;
    for (const auto& direction : directions_) direction->skip_to(until);
    look_.in(until - now);
}

core::Femtoseconds IdleSkipper::idle_until() {
    core::Femtoseconds until = core::now_fs();
    if (!on_ || !std::all_of(directions_.begin(), directions_.end(),
                             [](const auto& direction) { return direction->carries_only_null_cells(); }))
        return until;
    until = planned();
    for (const auto& direction : directions_) until = std::min(until, direction->idle_until());
    return until;
}

core::Femtoseconds IdleSkipper::stepped_over() const {
    core::Femtoseconds sum = 0;
    for (const auto& direction : directions_) sum += direction->stepped_over();
    return sum;
}

/// The time at which the kernel has other work than these lines.
core::Femtoseconds IdleSkipper::planned() {
    look_.cancel();
    for (const auto& direction : directions_) direction->forget_plans();
    const core::Femtoseconds next = dispatcher_->next_activity();
    for (const auto& direction : directions_) direction->plan_again();
    look_.in(kLook);
    return next;
}

}  // namespace niclab::lab
