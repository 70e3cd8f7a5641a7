// The repetition of transactions: the results for the clocks of a recorded timing are repeated,
// too.
#include <algorithm>

#include "probe/account/pin_watch.h"

namespace niclab::probe {

bool PciWatch::goes_on() const {
    const pci::FlatBus& bus = *bus_.records();
    return bus.span() == passed_.shape && bus.req == req_ && bus.gnt == gnt_;
}

void PciWatch::on_span() {
    if (!begins_span()) bus_.show_each_clock();
}

/// The clocks of the recorded timing that begins with the next edge have the same results as
/// before.
bool PciWatch::begins_span() {
    if (sampled) return false;
    const pci::FlatBus* bus = bus_.flat();
    const bool granted = (bus->gnt >> bus->span_pair() & 1u) != 0;
    if (!granted || bus->req != req_ || bus->gnt != gnt_) return false;
    if (!account_.in_transaction() || (checker_ && !checker_->in_plain_transaction())) return false;
    passed_ = {bus->span(),
               0,
               clock_.cycle() + 1,
               clock_.edge_after(core::now_fs()),
               bus->span_initiator_half(),
               bus->span_target_half(),
               bus->now.par,
               bus->now.par64};
    if (seen(*passed_.shape).report.total() == 0) return true;
    passed_.shape = nullptr;
    return false;
}

/// Brings the account up to the last skipped clock.
void PciWatch::synchronize() {
    if (!passed_.shape) return;
    const pci::SpanShape& shape = *passed_.shape;
    if (passed_.clocks == shape.clocks.size()) {
        repeat();
    } else {
        // For a recorded timing that was left, all clocks up to there passed, whether or not this
        // observer was called at each.
        const bool goes_on = bus_.records()->span() == &shape;
        const std::vector<pci::SpanClock>& clocks = goes_on ? shape.clocks : bus_.records()->left_clocks();
        const std::uint64_t passed = goes_on ? passed_.clocks : clocks.size();
        for (std::uint64_t n = 0; n < passed; ++n) tell(span_sample(clocks[n], n));
    }
    passed_.shape = nullptr;
}

/// In the middle of a recorded timing the other clocks are then checked one by one.
void PciWatch::synchronize_to_now() {
    if (bus_.records()) {
        bus_.pass_idle();
        take_idle();
    }
    if (passed_.shape && bus_.records()->span() == passed_.shape) {
        bus_.show_each_clock();
        passed_.clocks = std::max<std::uint64_t>(passed_.clocks, bus_.records()->span_clocks());
    }
    synchronize();
}

void PciWatch::repeat() {
    const Seen& seen = *seen_[passed_.shape->id];
    const std::uint64_t later = passed_.clocks - 1;
    const core::Femtoseconds at = passed_.at + later * clock_.period_fs();
    account_.repeat(seen.account, passed_.cycle + later, at);
    if (checker_) checker_->repeat(*seen.checker, passed_.cycle + later, at);
    last_ = passed_.shape->clocks.back().bus;
}

check::PciSample PciWatch::span_sample(pci::SpanClock c, std::uint64_t n) {
    if (n == 0) c.bus.par = passed_.par, c.bus.par64 = passed_.par64;  // of this address
    check::PciSample s = sample(c.bus, passed_.cycle + n, passed_.at + n * clock_.period_fs());
    s.rst = false;  // There is no recorded timing at this time.
    add_drive(s, passed_.initiator_half, c.initiator);
    add_drive(s, passed_.target_half, c.target);
    last_ = c.bus;
    return s;
}

const PciWatch::Seen& PciWatch::seen(const pci::SpanShape& shape) {
    if (seen_.size() <= shape.id) seen_.resize(shape.id + 1);
    if (seen_[shape.id]) return *seen_[shape.id];
    auto seen = std::make_unique<Seen>();
    record(*seen, shape.clocks.size(), [&](std::uint64_t n) { return span_sample(shape.clocks[n], n); });
    return *(seen_[shape.id] = std::move(seen));
}

}  // namespace niclab::probe
