#include "phy/fast/octet_line.h"

#include <algorithm>
#include <array>

#include "base/power_of_two.h"

namespace niclab::phy {

namespace {
/// Late octets wait at the sender for those with which a cell begins or ends: including all
/// overhead of STS-12c fewer than this number.
constexpr std::uint64_t kMostLate = 1024;
}  // namespace

OctetLine::OctetLine(sc_core::sc_module_name name, Suni& from, fiber::Fiber& fiber, Suni& to)
    : sc_module(name),
      from_(from),
      to_(to),
      fiber_(fiber),
      cursor_(from.clock()),
      behind_(1 + fiber.whole_octets()),
      octets_(base::power_of_two_from(behind_ + 2 * kMostLate)),
      begins_frame_(octets_.size()) {
    from.edge_runners().add(*this), to.edge_runners().add(*this);
}

void OctetLine::enter_transaction_level(OctetLine& reverse) {
    reverse_ = &reverse;
    on_pins_ = from_.enter_transaction_level();
    const fiber::Fiber::Load load = fiber_.enter_transaction_level();
    cursor_ = core::EdgeCursor(from_.clock());
    frame_ = kNone;
    for (const LineOctet& o : load.octets) keep(o);
    received_ = corrupted_ = launched_;
    if (load.launching) extend_grid(load.edge), keep(load.launched);
    active_ = true;
    plan();
}

void OctetLine::enter_signal_level() {
    active_ = false;
    due_.cancel();
    fiber::Fiber::Load load;
    for (std::uint64_t i = 0; i < behind_; ++i) load.octets.push_back(at(received_ - behind_ + i));
    load.launching = received_ < launched_;
    if (load.launching) load.launched = at(received_), load.edge = arrives(received_);
    from_.enter_signal_level(on_pins_);
    fiber_.enter_signal_level(load);
}

void OctetLine::record_launched(const Recorder& recorder) {
    synchronize();
    launch_recorder_ = recorder;
    if (active_ && recorder) recorder(on_pins_, core::now_fs());
}

void OctetLine::record_arrived(const Recorder& recorder) {
    synchronize();
    arrival_recorder_ = recorder;
    if (active_ && recorder) recorder(arrived(), core::now_fs());
}

void OctetLine::on_due() {
    if (!active_) return;
    const core::Femtoseconds now = core::now_fs();
    if (launch_due_ <= now) transmit_to(now);
    if (arrival_due_ <= now) receive_to(now);
    plan();
}

void OctetLine::synchronize() {
    if (!active_) return;
    const core::Femtoseconds now = core::now_fs();
    transmit_to(now);
    receive_to(now);
}

[[gnu::flatten]] void OctetLine::transmit_to(core::Femtoseconds until) {  // Inlines its calls: it runs all the time.
    if (transmitting_) return;  // The receiver of the reported errors calls this, and is up to date.
    transmitting_ = true;
    cursor_.settle();
    while (cursor_.edge() <= until) {
        if (const unsigned run = from_.transmit_run(); run > 1) {
            launch_run(static_cast<unsigned>(cursor_.edges_to(until, run)));
            continue;
        }
        const core::Femtoseconds edge = cursor_.edge();
        if (from_.reports_next()) reverse_->receive_to(edge);
        launch(edge);
        cursor_.next();
    }
    transmitting_ = false;
}

void OctetLine::launch(core::Femtoseconds edge) {
    corrupt_before(launched_);  // Errors at a given octet are counted from the present one on.
    for (const Watcher& w : launch_watches_) w.watch(w.watcher, on_pins_, edge);
    on_pins_ = from_.transmit(reverse_->arrived(), edge);
    if (launch_recorder_) launch_recorder_(on_pins_, edge);
    if (on_pins_.frame) frame_ = launched_;
    extend_grid(edge + fiber_.remainder_fs());
    keep(on_pins_);
}

/// Equivalent to `n` launches of payload inside a cell.
void OctetLine::launch_run(unsigned n) {
    std::array<std::uint8_t, atm::kCellOctets> octets;
    const core::Femtoseconds edge = cursor_.edge(), period = cursor_.period_fs();
    from_.transmit_run(octets.data(), n);
    for (const Watcher& w : launch_watches_) {
        w.watch(w.watcher, on_pins_, edge);
        if (w.run) w.run(w.watcher, octets.data(), n - 1, edge + period, period);
        for (unsigned i = 1; !w.run && i < n; ++i) w.watch(w.watcher, {octets[i - 1], false}, edge + i * period);
    }
    for (unsigned i = 0; launch_recorder_ && i < n; ++i) launch_recorder_({octets[i], false}, edge + i * period);
    extend_grid(edge + fiber_.remainder_fs());
    keep_run(octets.data(), n);
    on_pins_ = {octets[n - 1], false};
    corrupt_before(launched_ - 1);
    cursor_.advance(n);
    cursor_.settle();
}

void OctetLine::corrupt_before(std::uint64_t octet) {
    if (fiber_.is_clean()) {
        corrupted_ = std::max(corrupted_, octet);
        return;
    }
    while (corrupted_ < octet) {
        const std::uint64_t clean = std::min(octet - corrupted_, fiber_.clean_octets());
        const core::Femtoseconds begins = arrives(corrupted_);
        if (clean > 1 && fiber_.clean_until(begins) > arrives(corrupted_ + clean - 1)) {
            fiber_.pass(clean);
            corrupted_ += clean;
            continue;
        }
        std::uint8_t& next = octets_[place(corrupted_++)];
        next = fiber_.corrupt(next, begins);
    }
}

void OctetLine::keep(LineOctet octet) {
    octets_[place(launched_)] = octet.octet;
    begins_frame_[place(launched_++)] = octet.frame;
}

void OctetLine::keep_run(const std::uint8_t* octets, unsigned n) {
    const std::size_t first = place(launched_), to_end = std::min<std::size_t>(n, octets_.size() - first);
    std::copy_n(octets, to_end, octets_.begin() + first);
    std::copy(octets + to_end, octets + n, octets_.begin());
    std::fill_n(begins_frame_.begin() + first, to_end, std::uint8_t{0});
    std::fill_n(begins_frame_.begin(), n - to_end, std::uint8_t{0});
    launched_ += n;
}

void OctetLine::copy_run(std::uint64_t octet, std::uint8_t* octets, unsigned n) const {
    const std::size_t first = place(octet), to_end = std::min<std::size_t>(n, octets_.size() - first);
    std::copy_n(octets_.begin() + first, to_end, octets);
    std::copy_n(octets_.begin(), n - to_end, octets + to_end);
}

/// The next octet to launch arrives then, and the following ones at the present period of the
/// sender's clock.
void OctetLine::extend_grid(core::Femtoseconds arrives) {
    const core::Femtoseconds period = cursor_.period_fs();
    if (!grids_.empty() && grids_.back().period == period && grids_.back().of(launched_) == arrives) return;
    while (grids_.size() > 1 && grids_[1].first <= std::min(corrupted_, received_)) grids_.erase(grids_.begin());
    grids_.push_back({launched_, arrives, period});
}

const OctetLine::Grid& OctetLine::grid_of(std::uint64_t octet) const {
    std::size_t i = grids_.size() - 1;
    while (i > 0 && grids_[i].first > octet) --i;
    return grids_[i];
}

void OctetLine::receive_to(core::Femtoseconds until) {
    if (until >= fiber_.remainder_fs()) transmit_to(until - fiber_.remainder_fs());
    if (!reverse_->sends_run_to(until)) reverse_->transmit_to(until);  // It reports nothing that comes after it.
    receive_due(until);
}

[[gnu::flatten]] void OctetLine::receive_due(core::Femtoseconds until) {  // Inlines its calls: it runs all the time.
    while (received_ < launched_ && arrives(received_) <= until) {
        if (const unsigned run = receivable(until); run > 1) {
            receive_run(run);
            continue;
        }
        corrupt_before(received_ + 1);
        const LineOctet octet = arrived();
        const core::Femtoseconds edge = arrives(received_);
        for (const Watcher& w : arrival_watches_) w.watch(w.watcher, octet, edge);
        to_.receive(octet.octet, edge);
        ++received_;
        if (arrival_recorder_) arrival_recorder_(arrived(), edge);
    }
}

/// Number of octets that arrive until then in the same way as the next one, and may be received
/// together.
unsigned OctetLine::receivable(core::Femtoseconds until) const {
    const std::uint64_t run = std::min<std::uint64_t>(to_.receive_run(), launched_ - received_);
    if (run < 2) return 0;
    const Grid& grid = grid_of(received_);
    const std::uint64_t due = (until - grid.of(received_)) / grid.period + 1;
    const std::uint64_t left = &grid == &grids_.back() ? due : (&grid)[1].first - received_;
    return static_cast<unsigned>(std::min({run, due, left}));
}

/// Equivalent to `n` octets received one after the other.
void OctetLine::receive_run(unsigned n) {
    std::array<std::uint8_t, atm::kCellOctets> octets;
    corrupt_before(received_ + n);
    copy_run(received_ - behind_, octets.data(), n);
    for (unsigned i = 0; i < n && !arrival_watches_.empty(); ++i)
        for (const Watcher& w : arrival_watches_)
            w.watch(w.watcher, at(received_ + i - behind_), arrives(received_ + i));
    to_.receive_run(octets.data(), n, arrives(received_ + n - 1));
    for (unsigned i = 0; arrival_recorder_ && i < n; ++i)
        arrival_recorder_(at(received_ + i + 1 - behind_), arrives(received_ + i));
    received_ += n;
}

core::Femtoseconds OctetLine::arrival_of(std::uint64_t octet) const {
    if (octet < launched_) return arrives(octet);
    return cursor_.ahead(octet - launched_) + fiber_.remainder_fs();
}

void OctetLine::plan() {
    if (!active_) return;
    cursor_.settle();
    launch_due_ = cursor_.ahead(from_.private_transmit_octets());
    arrival_due_ = arrival_of(received_ + to_.private_receive_octets());
    // Overdue octets, after a change of the PHYs, are processed at once.
    due_.at(std::max(std::min(launch_due_, arrival_due_), core::now_fs()));
}

}  // namespace niclab::phy
