#include "lab/watch/line_observer.h"

#include <algorithm>

namespace niclab::lab {

namespace {

using Outcome = probe::LineMatcher::Outcome;

core::Femtoseconds delay_of(const Side& sender, const Side& receiver, const LineConfig& config) {
    const core::Femtoseconds octet = sender.nic.phy.clock().period_fs();
    return config.fiber.delay_fs() + octet + receiver.nic.phy.pipeline_delay();
}

double us_of_cell(const Side& sender) {
    const sonet::Format& format = sender.nic.phy.format();
    const double octet_us = double(sender.nic.phy.clock().period_fs()) * 1e-9;
    return atm::kCellOctets * octet_us * format.columns / format.payload_columns;
}

}  // namespace

LineObserver::LineObserver(Side& sender, Side& receiver, fiber::Fiber& fiber, const LineConfig& config,
                           probe::PduTracker& tracker)
    : fiber_(fiber),
      errors_(config.errors),
      tracker_(tracker),
      matcher_(delay_of(sender, receiver, config), sender.nic.phy.clock().period_fs(), sender.nic.phy.format().gap()),
      dark_from_(config.fiber.impairments.light_off_from_fs),
      dark_to_(dark_from_ + config.fiber.impairments.light_off_for_fs),
      cell_us_(us_of_cell(sender)) {
    std::stable_sort(errors_.begin(), errors_.end(),
                     [](const PlacedError& a, const PlacedError& b) { return a.cell < b.cell; });
    matcher_.decided = [this](Outcome outcome, core::Femtoseconds at) { decided(outcome, at); };
    matcher_.inserted = [this] { tracker_.cell_inserted(); };
    listen(sender, receiver);
}

void LineObserver::listen(Side& sender, Side& receiver) {
    phy::Suni &from = sender.nic.phy, &to = receiver.nic.phy;
    from.launched().listen([this, &sender](core::Femtoseconds at, const atm::Header& header) {
        matcher_.launched(header, at);
        spoil(sender);
    });
    from.tx_dropped().listen([this](core::Femtoseconds, const atm::Header&) {
        tracker_.cell_lost("phy_tx_fifo_reset", matcher_.pending());
    });
    to.stored().listen([this](core::Femtoseconds at, const atm::Header& h) {
        cell_came(at);
        matcher_.at_end(Outcome::Passed, h, at);
    });
    to.null_dropped().listen([this](core::Femtoseconds at, const atm::Header&) {
        cell_came(at);
        matcher_.at_header(Outcome::BecameNull, at);
    });
    to.dropped().listen([this](core::Femtoseconds at, const atm::Header& h, const phy::DropCause& cause) {
        switch (cause) {
            case phy::DropCause::HeaderError:
                return matcher_.at_header(Outcome::HeaderError, at);
            case phy::DropCause::FifoOverrun:
                return matcher_.at_end(Outcome::FifoOverrun, h, at);
            case phy::DropCause::FifoReset:
                return tracker_.cell_lost_in_phy("phy_rx_fifo_reset");
        }
    });
}

std::optional<LineObserver::Dark> LineObserver::darkness() const {
    if (dark_to_ == dark_from_ || core::now_fs() < dark_from_) return {};
    const auto us = [](core::Femtoseconds t) { return double(t) * 1e-9; };
    return Dark{us(dark_from_), us(dark_to_), cells_again_ == 0 ? -1 : us(cells_again_)};
}

void LineObserver::decided(Outcome outcome, core::Femtoseconds at) {
    altered_ += outcome == Outcome::Altered;
    if (outcome == Outcome::Passed || outcome == Outcome::Altered)
        tracker_.cell_passed_line(at);
    else
        tracker_.cell_lost(probe::cause(outcome));
}

void LineObserver::spoil(Side& sender) {
    const sonet::Format& format = sender.nic.phy.format();
    const unsigned run = sender.nic.phy.payload_run();
    for (; next_error_ < errors_.size() && errors_[next_error_].cell == launched_; ++next_error_) {
        const PlacedError& e = errors_[next_error_];
        const unsigned gaps = e.octet < run ? 0 : 1 + (e.octet - run) / format.payload_columns;
        fiber_.flip_after(e.octet + format.gap() * gaps, static_cast<std::uint8_t>(1u << e.bit));
    }
    ++launched_;
}

}  // namespace niclab::lab
