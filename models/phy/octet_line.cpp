#include "phy/octet_line.h"

#include <algorithm>
#include <array>

namespace niclab::phy {

namespace {
/// Late octets wait at the sender for those with which a cell begins or ends: with all overhead of STS-12c less than so many.
constexpr std::uint64_t kMostLate = 1024;

std::uint64_t power_of_two_from(std::uint64_t n) {
    std::uint64_t size = 1;
    while (size < n) size *= 2;
    return size;
}
}  // namespace

OctetLine::OctetLine(sc_core::sc_module_name name, Suni& from, fiber::Fiber& fiber, Suni& to)
    : sc_module(name),
      from_(from),
      to_(to),
      fiber_(fiber),
      cursor_(from.clock()),
      behind_(1 + fiber.whole_octets()),
      octets_(power_of_two_from(behind_ + 2 * kMostLate)) {
    from.late_runners().add(*this), to.late_runners().add(*this);
}

void OctetLine::take_over(OctetLine& reverse) {
    reverse_ = &reverse;
    on_pins_ = from_.leave_pins();
    const fiber::Fiber::Load load = fiber_.leave_pins();
    cursor_ = core::EdgeCursor(from_.clock());
    for (const LineOctet& o : load.octets) at(launched_++) = {o, 0};
    received_ = spoilt_ = launched_;
    if (load.launching) at(launched_++) = {load.launched, load.edge};
    active_ = true;
    plan();
}

void OctetLine::on_due() {
    catch_up();
    plan();
}

void OctetLine::catch_up() {
    if (!active_) return;
    const core::Femtoseconds now = core::now_fs();
    transmit_to(now);
    receive_to(now);
}

void OctetLine::transmit_to(core::Femtoseconds until) {
    if (transmitting_) return;  // the receiver of what is to be reported asks; it is up to there
    transmitting_ = true;
    cursor_.settle();
    while (cursor_.edge() <= until) {
        if (const unsigned run = from_.transmit_run(); run > 1) {
            launch_run(static_cast<unsigned>(std::min<std::uint64_t>(run, cursor_.edges_to(until))));
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
    spoil_before(launched_);  // errors at a place are counted from the octet under way on
    for (const Watcher& w : launch_watches_) w.watch(w.watcher, on_pins_, edge);
    on_pins_ = from_.transmit(reverse_->arrived(), edge);
    if (on_pins_.frame) frame_ = launched_;
    at(launched_++) = {on_pins_, edge + fiber_.remainder_fs()};
}

/// The same as `n` launches of payload inside a cell.
void OctetLine::launch_run(unsigned n) {
    std::array<std::uint8_t, atm::kCellOctets> octets;
    const core::Femtoseconds edge = cursor_.edge(), period = cursor_.period_fs();
    from_.transmit_run(octets.data(), n);
    for (const Watcher& w : launch_watches_) {
        w.watch(w.watcher, on_pins_, edge);
        if (w.run) w.run(w.watcher, octets.data(), n - 1, edge + period, period);
        for (unsigned i = 1; !w.run && i < n; ++i) w.watch(w.watcher, {octets[i - 1], false}, edge + i * period);
    }
    for (unsigned i = 0; i < n; ++i)
        at(launched_ + i) = {{octets[i], false}, edge + i * period + fiber_.remainder_fs()};
    on_pins_ = {octets[n - 1], false};
    launched_ += n;
    spoil_before(launched_ - 1);
    cursor_.advance(n);
    cursor_.settle();
}

void OctetLine::spoil_before(std::uint64_t octet) {
    while (spoilt_ < octet) {
        const std::uint64_t clean = std::min(octet - spoilt_, fiber_.clean_octets());
        if (clean > 1 && fiber_.clean_until(at(spoilt_).arrives) > at(spoilt_ + clean - 1).arrives) {
            fiber_.pass(clean);
            spoilt_ += clean;
            continue;
        }
        at(spoilt_).octet.octet = fiber_.spoil(at(spoilt_).octet.octet, at(spoilt_).arrives);
        ++spoilt_;
    }
}

void OctetLine::receive_to(core::Femtoseconds until) {
    if (until >= fiber_.remainder_fs()) transmit_to(until - fiber_.remainder_fs());
    reverse_->transmit_to(until);  // which reports nothing that comes behind it
    receive_due(until);
}

void OctetLine::receive_due(core::Femtoseconds until) {
    while (received_ < launched_ && at(received_).arrives <= until) {
        if (const unsigned run = receivable(until); run > 1) {
            receive_run(run);
            continue;
        }
        spoil_before(received_ + 1);
        const LineOctet octet = at(received_ - behind_).octet;
        const core::Femtoseconds edge = at(received_).arrives;
        for (const Watcher& w : arrival_watches_) w.watch(w.watcher, octet, edge);
        to_.receive(octet.octet, edge);
        ++received_;
    }
}

/// Octets that arrive until then and may be received together.
unsigned OctetLine::receivable(core::Femtoseconds until) const {
    const std::uint64_t run = std::min<std::uint64_t>(to_.receive_run(), launched_ - received_);
    unsigned n = 0;
    while (n < run && at(received_ + n).arrives <= until) ++n;
    return n;
}

/// The same as so many octets received one after the other.
void OctetLine::receive_run(unsigned n) {
    std::array<std::uint8_t, atm::kCellOctets> octets;
    spoil_before(received_ + n);
    for (unsigned i = 0; i < n; ++i) {
        const LineOctet octet = at(received_ + i - behind_).octet;
        octets[i] = octet.octet;
        for (const Watcher& w : arrival_watches_) w.watch(w.watcher, octet, at(received_ + i).arrives);
    }
    to_.receive_run(octets.data(), n, at(received_ + n - 1).arrives);
    received_ += n;
}

core::Femtoseconds OctetLine::arrival_of(std::uint64_t octet) const {
    if (octet < launched_) return at(octet).arrives;
    return cursor_.ahead(octet - launched_) + fiber_.remainder_fs();
}

void OctetLine::plan() {
    if (!active_) return;
    cursor_.settle();
    const core::Femtoseconds launch = cursor_.ahead(from_.private_transmit_octets());
    const core::Femtoseconds arrival = arrival_of(received_ + to_.private_receive_octets());
    // What is overdue, because the PHYs were changed meanwhile, is run at once.
    due_.at(std::max(std::min(launch, arrival), core::now_fs()));
}

}  // namespace niclab::phy
