#include "lab/watch/packet_cards.h"

#include "lab/watch/streams.h"

namespace niclab::lab {

probe::LatencyRecorder::Sources trace_sources(const Hop& hop, const probe::BusLog& sending_bus,
                                              const probe::BusLog& receiving_bus) {
    const End &sender = hop.sender, &receiver = hop.receiver;
    probe::LatencyRecorder::Sources sources;
    sources.sending_bus = &sending_bus;
    sources.receiving_bus = &receiving_bus;
    sources.sending_sram = sender.card().engine().sram();
    sources.receiving_sram = receiver.card().engine().sram();
    sources.sending_card = sender.card().basename(), sources.receiving_card = receiver.card().basename();
    sources.sender_holds_pdus = sender.card().engine().sending().holds_packets;
    sources.receiver_holds_pdus = receiver.card().engine().receiving().holds_packets;
    sources.host_reads = receiver.card().engine().receiving().host_moves;
    sources.look_up_dwords = receiver.card().engine().look_up_dwords();
    return sources;
}

void connect_packet_cards(probe::PduTracker& t, probe::LatencyRecorder& recorder, const Hop& hop) {
    const End &sender = hop.sender, &receiver = hop.receiver;
    const bool host_writes = sender.card().engine().sending().host_moves;
    if (card::PacketTaps* taps = sender.card().engine().packets()) {
        t.set_first_access(host_writes ? bus::Purpose::PioWrite : bus::Purpose::PayloadRead);
        taps->copied.listen(
            [&recorder](core::Femtoseconds at, const host::Channel& h) { recorder.pdu_copied(vc_of(h), at); });
        taps->begun.listen(
            [&recorder](core::Femtoseconds at, const host::Channel& h) { recorder.pdu_begun(vc_of(h), at); });
    }
    if (host_writes)
        sender.node.host.bridge.initiator.finished.listen(
            [&t](core::Femtoseconds, const bus::Burst& b) { t.sender_burst(b); });
    if (card::PacketTaps* taps = receiver.card().engine().packets()) {
        t.set_receiver_holds_pdus();
        taps->completed.listen([&t](core::Femtoseconds at, const host::Channel& h) { t.pdu_completed(vc_of(h), at); });
        taps->discarded.listen([&t](core::Femtoseconds, const host::Channel& h) { t.pdu_discarded(vc_of(h)); });
        taps->refused.listen([&t](core::Femtoseconds, const host::Channel&) { t.pdu_refused(); });
        taps->emptied.listen([&t](core::Femtoseconds) { t.pdus_emptied(); });
    }
    if (receiver.card().engine().receiving().host_moves)
        receiver.node.host.bridge.initiator.finished.listen(
            [&t, &recorder, &receiver](core::Femtoseconds, const bus::Burst& b) {
                if (!receiver.has_window_at(b.address)) return;
                t.receiver_burst(b);
                recorder.receiver_burst(b);
            });
}

}  // namespace niclab::lab
