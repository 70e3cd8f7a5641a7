#include "lab/watch/chains.h"

#include "lab/watch/packet_cards.h"

namespace niclab::lab {

namespace {

probe::AttributionConfig config_of(const WatchedStream& stream, const Experiment& experiment) {
    const End &sender = stream.stream.hop.sender, &receiver = stream.stream.hop.receiver;
    const host::Config& host = experiment.host(sender.node.basename()).host;
    probe::AttributionConfig config;
    if (host.serial_marker) config.serial_fs = static_cast<core::Femtoseconds>(host.profile.serial_us * 1e9);
    if (sender.atm) {
        board::Nic& nic = sender.atm->nic;
        config.octet_fs = nic.phy.clock().period_fs();
        config.utopia_cell_fs = utopia::words_of_cell(nic.utopia_config().width) * nic.atm_tx.clock().period_fs();
    }
    config.sending_clock_fs = sender.node.pci_clock.period_fs();
    config.receiving_clock_fs = receiver.node.pci_clock.period_fs();
    config.sending = packet_card(sender, true);
    config.receiving = packet_card(receiver, false);
    return config;
}

}  // namespace

std::vector<probe::PduRow> stream_rows(const probe::PduTracker& tracker, probe::Vc vc) {
    std::vector<probe::PduRow> rows;
    for (const probe::PduRow& row : tracker.rows())
        if (probe::Vc{row.vpi, row.vci} == vc) rows.push_back(row);
    return rows;
}

std::vector<PduChain> stream_chains(const WatchedStream& stream, const probe::PduTracker& tracker,
                                    const probe::LifeRecorder& life, const Experiment& experiment) {
    const probe::AttributionConfig config = config_of(stream, experiment);
    std::vector<PduChain> chains;
    const auto& rows = tracker.rows();
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const probe::PduRow& row = rows[i];
        if (!(probe::Vc{row.vpi, row.vci} == stream.vc)) continue;
        PduChain chain{row.run,
                       row.pdu,
                       row.payload_octets,
                       row.run_start,
                       life.life(i).point(probe::Point::HandedDown),
                       life.life(i).point(probe::Point::HandedUp),
                       probe::attribute(row, life.life(i), config)};
        if (!chain.spans.empty()) chains.push_back(std::move(chain));
    }
    return chains;
}

}  // namespace niclab::lab
