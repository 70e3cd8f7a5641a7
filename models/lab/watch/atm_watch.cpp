#include "lab/watch/atm_watch.h"

namespace niclab::lab {

AtmWatch::AtmWatch(const Hop& hop, probe::PduTracker& tracker, probe::LatencyRecorder& recorder)
    : hop_(hop),
      tracker_(tracker),
      line_({hop.atm->sender.nic.phy, hop.atm->receiver.nic.phy, hop.atm->line.fiber}, tracker) {
    follow_sent_cells(hop.atm->sender.nic.atm_tx, hop.atm->sender.nic.phy, tracker, recorder);
    follow_received_cells(hop.atm->receiver.nic.atm_rx, tracker);
}

void follow_sent_cells(utopia::AtmTx& utopia, phy::Suni& phy, probe::PduTracker& t, probe::LatencyRecorder& recorder) {
    utopia.started.listen(
        [&t](core::Femtoseconds, const atm::Cell& c, const core::Femtoseconds& soc) { t.cell_sent(c, soc); });
    utopia.nulls_skipped.listen([&t](core::Femtoseconds, const std::uint64_t& cells) { t.nulls_sent(cells); });
    follow_launched(phy, recorder);
}

void follow_launched(phy::Suni& phy, probe::LatencyRecorder& recorder) {
    phy.launched().listen(
        [&recorder](core::Femtoseconds at, const atm::Header& header) { recorder.launched(header, at); });
}

void follow_received_cells(utopia::AtmRx& utopia, probe::PduTracker& t) {
    utopia.received.listen([&t](core::Femtoseconds at, const atm::Cell& c, const core::Femtoseconds& soc) {
        t.cell_received(c, soc, at);
    });
}

void AtmWatch::report(Results& results) {
    const std::string& name = hop_.name;
    line_.settle();
    results.spacing[name] = tracker_.spacing();
    results.cell_us[name] = line_.cell_us();
    if (const auto dark = line_.darkness())
        results.darkness.push_back({name, hop_.receiver.name, dark->from_us, dark->back_us, dark->cells_again_us});
    results.nulls_inside_pdus[name] = tracker_.nulls_inside_pdus();
    const auto count = [&](const char* what, std::uint64_t value, const char* note) {
        results.counters[name + what] = value;
        results.counter_notes[name + what] = {"cells", note};
    };
    count(".line.headers_altered", line_.altered(), "Cells that arrived with a changed header.");
    count(".line.cells_errored", tracker_.damaged(), "Cells that arrived with bit errors outside the HEC.");
    count(".line.cells_misinserted", tracker_.inserted(), "Cells that arrived and had not been sent.");
}

namespace {

using Outcome = probe::LineMatcher::Outcome;

core::Femtoseconds delay_of(const LineObserver::Line& line) {
    return line.fiber.delay_fs() + line.from.clock().period_fs() + line.to.pipeline_delay();
}

double us_of_cell(phy::Suni& sender) {
    const sonet::Format& format = sender.format();
    const double octet_us = double(sender.clock().period_fs()) * 1e-9;
    return atm::kCellOctets * octet_us * format.columns / format.payload_columns;
}

}  // namespace

LineObserver::LineObserver(const Line& line, probe::PduTracker& tracker)
    : tracker_(tracker),
      matcher_(delay_of(line), line.from.clock().period_fs(), line.from.format().gap()),
      dark_from_(line.fiber.impairments.light_off_from_fs),
      dark_to_(dark_from_ + line.fiber.impairments.light_off_for_fs),
      cell_us_(us_of_cell(line.from)) {
    matcher_.decided = [this](Outcome outcome, core::Femtoseconds at) { decided(outcome, at); };
    matcher_.inserted = [this] { tracker_.cell_inserted(); };
    listen(line.from, line.to);
}

void LineObserver::listen(phy::Suni& from, phy::Suni& to) {
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
