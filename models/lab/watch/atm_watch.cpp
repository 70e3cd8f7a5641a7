#include "lab/watch/atm_watch.h"

namespace niclab::lab {

AtmWatch::AtmWatch(const Hop& hop, probe::PduTracker& tracker, probe::LatencyRecorder& recorder)
    : hop_(hop), tracker_(tracker), line_(*hop.atm, tracker) {
    follow_cells(recorder);
}

void AtmWatch::follow_cells(probe::LatencyRecorder& recorder) {
    probe::PduTracker& t = tracker_;
    board::Nic &sender = hop_.atm->sender.nic, &receiver = hop_.atm->receiver.nic;
    sender.atm_tx.started.listen(
        [&t](core::Femtoseconds, const atm::Cell& c, const core::Femtoseconds& soc) { t.cell_sent(c, soc); });
    sender.atm_tx.nulls_skipped.listen([&t](core::Femtoseconds, const std::uint64_t& cells) { t.nulls_sent(cells); });
    receiver.atm_rx.received.listen([&t](core::Femtoseconds at, const atm::Cell& c, const core::Femtoseconds& soc) {
        t.cell_received(c, soc, at);
    });
    sender.phy.launched().listen(
        [&recorder](core::Femtoseconds at, const atm::Header& header) { recorder.launched(header, at); });
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
    count(".line.headers_altered", line_.altered(), "Cells that passed the line with another header.");
    count(".line.cells_errored", tracker_.damaged(), "Cells that arrived with wrong bits, the HEC apart.");
    count(".line.cells_misinserted", tracker_.inserted(), "Cells that arrived and nobody sent.");
}

}  // namespace niclab::lab
