#include "lab/watch/card_taps.h"

#include "cards/board/atm_device.h"
#include "lab/watch/streams.h"

namespace niclab::lab {

namespace {

/// Of a card with packet memory.
void follow_sent_packets(const End& sender, probe::PduTracker& t, probe::LatencyRecorder& recorder) {
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
}

void follow_received_packets(const End& receiver, probe::PduTracker& t, probe::LatencyRecorder& recorder) {
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

}  // namespace

void follow_sender(const End& sender, probe::PduTracker& t, probe::LatencyRecorder& recorder) {
    card::Card& card = sender.card();
    sender.driver().posted.listen([&t](core::Femtoseconds at, const host::NetDevice::Posted& p) {
        if (t.waits_for(p.pdu)) t.posted(p.pdu, p.first_access, at);
    });
    if (card.master())
        card.master()->finished.listen([&t, &recorder](core::Femtoseconds, const bus::Burst& b) {
            t.sender_burst(b);
            recorder.sender_burst(b);
        });
    card.engine().sending_reached.listen([&t](core::Femtoseconds at, const unsigned& number, const host::Channel& c) {
        t.sending_reached(number, vc_of(c), at);
    });
    card.engine().doorbell().listen(
        [&recorder](core::Femtoseconds at, const std::uint32_t&) { recorder.doorbell(at); });
    card.engine().segmented().listen([&recorder](core::Femtoseconds at, const card::Unit& cell, const unsigned& ahead) {
        recorder.segmented({0, board::vpi_of(cell.channel), board::vci_of(cell.channel),
                            cell.last ? std::uint8_t{1} : std::uint8_t{0}, false},
                           ahead, at);
    });
    follow_sent_packets(sender, t, recorder);
}

void follow_receiver(const End& receiver, const std::function<bool(host::Channel)>& carries, probe::PduTracker& t,
                     probe::LatencyRecorder& recorder) {
    card::Card& card = receiver.card();
    if (card.master())
        card.master()->finished.listen([&t, &recorder](core::Femtoseconds, const bus::Burst& b) {
            t.receiver_burst(b);
            recorder.receiver_burst(b);
        });
    card.engine().unit_outcome().listen([&t, carries](core::Femtoseconds at, const card::Unit& u,
                                                      const card::UnitOutcome& outcome) {
        if (!carries(u.channel)) return;
        if (outcome == card::UnitOutcome::NoMemoryAtEnd) return t.pdu_cut();
        const bool newest = outcome == card::UnitOutcome::FifoOverflow || outcome == card::UnitOutcome::ReceiveDisabled;
        t.cell_outcome(outcome == card::UnitOutcome::Stored, newest, at);
    });
    card.engine().receiving_reached.listen(
        [&t](core::Femtoseconds at, const unsigned& number, const host::Channel& c, const unsigned& behind) {
            t.receiving_reached(number, vc_of(c), behind, at);
        });
    card.engine().rx_fifo_filled().listen(
        [&recorder](core::Femtoseconds at, const unsigned& cells) { recorder.receive_fifo(cells, at); });
    host::NetDevice& driver = receiver.driver();
    driver.handed_up.listen(
        [&recorder](core::Femtoseconds at, const host::Channel& c) { recorder.handed_up(vc_of(c), at); });
    driver.handling.listen([&recorder](core::Femtoseconds at, const std::uint64_t&) { recorder.handler_begins(at); });
    follow_received_packets(receiver, t, recorder);
}

void set_sender(probe::LatencyRecorder::Sources& sources, const End& sender, const probe::BusLog& bus) {
    sources.sending_bus = &bus;
    sources.sending_sram = sender.card().engine().sram();
    sources.sending_card = sender.card().basename();
    sources.sender_holds_pdus = sender.card().engine().sending().holds_packets;
}

void set_receiver(probe::LatencyRecorder::Sources& sources, const End& receiver, const probe::BusLog& bus) {
    sources.receiving_bus = &bus;
    sources.receiving_sram = receiver.card().engine().sram();
    sources.receiving_card = receiver.card().basename();
    sources.receiver_holds_pdus = receiver.card().engine().receiving().holds_packets;
    sources.host_reads = receiver.card().engine().receiving().host_moves;
    sources.look_up_dwords = receiver.card().engine().look_up_dwords();
}

}  // namespace niclab::lab
