#include "lab/watch/line_observer.h"

namespace niclab::lab {

namespace {

using Outcome = probe::LineMatcher::Outcome;

core::Femtoseconds delay_of(const AtmHop& hop) {
    const core::Femtoseconds octet = hop.sender.nic.phy.clock().period_fs();
    return hop.line.fiber.delay_fs() + octet + hop.receiver.nic.phy.pipeline_delay();
}

double us_of_cell(phy::Suni& sender) {
    const sonet::Format& format = sender.format();
    const double octet_us = double(sender.clock().period_fs()) * 1e-9;
    return atm::kCellOctets * octet_us * format.columns / format.payload_columns;
}

}  // namespace

LineObserver::LineObserver(const AtmHop& hop, probe::PduTracker& tracker)
    : tracker_(tracker),
      matcher_(delay_of(hop), hop.sender.nic.phy.clock().period_fs(), hop.sender.nic.phy.format().gap()),
      dark_from_(hop.line.fiber.impairments.light_off_from_fs),
      dark_to_(dark_from_ + hop.line.fiber.impairments.light_off_for_fs),
      cell_us_(us_of_cell(hop.sender.nic.phy)) {
    matcher_.decided = [this](Outcome outcome, core::Femtoseconds at) { decided(outcome, at); };
    matcher_.inserted = [this] { tracker_.cell_inserted(); };
    listen(hop);
}

void LineObserver::listen(const AtmHop& hop) {
    phy::Suni &from = hop.sender.nic.phy, &to = hop.receiver.nic.phy;
    from.launched().listen([this](core::Femtoseconds at, const atm::Header& header) { matcher_.launched(header, at); });
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

}  // namespace niclab::lab
