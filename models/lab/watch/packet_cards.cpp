#include "lab/watch/packet_cards.h"

namespace niclab::lab {

namespace {

bool host_writes(const Side& side) {
    return side.nic.packet_sar && side.nic.packet_sar->config().transmit == packet_sar::Transfer::Pio;
}
bool host_reads(const Side& side) {
    return side.nic.packet_sar && side.nic.packet_sar->config().receive == packet_sar::Transfer::Pio;
}

probe::Vc vc_of(const atm::Header& header) { return {header.vpi, header.vci}; }

}  // namespace

probe::LifeRecorder::Sources life_sources(const Side& sender, const Side& receiver, const probe::BusLog& sending_bus,
                                          const probe::BusLog& receiving_bus) {
    probe::LifeRecorder::Sources sources;
    sources.sending_bus = &sending_bus;
    sources.receiving_bus = &receiving_bus;
    if (sender.nic.sar) sources.sending_sram = &sender.nic.sar->sram();
    if (receiver.nic.sar) sources.receiving_sram = &receiver.nic.sar->sram();
    sources.card = "nic";
    sources.sender_holds_pdus = sender.nic.packet_sar != nullptr;
    sources.receiver_holds_pdus = receiver.nic.packet_sar != nullptr;
    sources.host_reads = host_reads(receiver);
    if (receiver.nic.sar && receiver.nic.sar->config().host_tables) sources.look_up_dwords = nicstar::rct::kWords;
    return sources;
}

probe::PacketCard packet_card(const Side& side, bool sends) {
    probe::PacketCard card;
    if (!side.nic.packet_sar) return card;
    const packet_sar::Config& c = side.nic.packet_sar->config();
    const core::Femtoseconds clock = side.pci_clock.period_fs();
    card.holds_pdus = true;
    card.host_moves = sends ? host_writes(side) : host_reads(side);
    card.pdu_firmware_fs = clock * (sends ? c.transmit_firmware_pdu_clocks : c.receive_firmware_pdu_clocks);
    card.cell_firmware_fs = clock * (sends ? c.transmit_firmware_clocks : c.receive_firmware_clocks);
    return card;
}

void connect_packet_cards(probe::PduTracker& t, probe::LifeRecorder& life, Side& sender, Side& receiver) {
    if (card::PacketTaps* taps = sender.nic.engine().packets()) {
        t.set_first_access(host_writes(sender) ? bus::Purpose::PioWrite : bus::Purpose::TxPayload);
        taps->copied.listen([&life](core::Femtoseconds at, const atm::Header& h) { life.pdu_copied(vc_of(h), at); });
        taps->begun.listen([&life](core::Femtoseconds at, const atm::Header& h) { life.pdu_begun(vc_of(h), at); });
    }
    if (host_writes(sender))
        sender.host.bridge.initiator.finished.listen(
            [&t](core::Femtoseconds, const bus::Burst& b) { t.sender_burst(b); });
    if (card::PacketTaps* taps = receiver.nic.engine().packets()) {
        t.set_receiver_holds_pdus();
        taps->completed.listen([&t](core::Femtoseconds at, const atm::Header& h) { t.pdu_completed(vc_of(h), at); });
        taps->discarded.listen([&t](core::Femtoseconds, const atm::Header& h) { t.pdu_discarded(vc_of(h)); });
        taps->refused.listen([&t](core::Femtoseconds, const atm::Header&) { t.pdu_refused(); });
        taps->emptied.listen([&t](core::Femtoseconds) { t.pdus_emptied(); });
    }
    if (host_reads(receiver))
        receiver.host.bridge.initiator.finished.listen([&t, &life](core::Femtoseconds, const bus::Burst& b) {
            t.receiver_burst(b);
            life.receiver_burst(b);
        });
}

}  // namespace niclab::lab
