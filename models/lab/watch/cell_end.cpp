#include "lab/watch/cell_end.h"

#include "cards/board/atm_device.h"
#include "lab/watch/card_taps.h"
#include "lab/watch/streams.h"

namespace niclab::lab {

CellEnd::CellEnd(AtmCycleHost& host, const Checkers& checkers, unsigned run) : host_(host) {
    const card::CardPath &card = end().card().engine().chain(), none;
    to_net.tracker.set_chain(std::make_shared<const card::Chain>(card, none));
    to_card.tracker.set_chain(std::make_shared<const card::Chain>(none, card));
    const probe::BusLog& bus = checkers.log(host.node());
    probe::LatencyRecorder::Sources sender, receiver;
    set_sender(sender, end(), bus), set_receiver(receiver, end(), bus);
    to_net.recorder.look_at(sender), to_card.recorder.look_at(receiver);
    for (Hop* hop : {&to_net, &to_card}) {
        hop->tracker.listen(hop->recorder);
        hop->tracker.begin_run(run, 0);
    }
    follow_to_net(), follow_to_card();
}

void CellEnd::follow_to_net() {
    kernel::BusCard& card = host_.card();
    probe::PduTracker& tracker = to_net.tracker;
    net::Access& access = host_.access();
    phy::Suni& phy = host_.node().nic().phy;
    card.offered.listen([this](core::Femtoseconds at, const std::uint32_t& pdu, const stack::Manifest::Entry& entry) {
        to_net.tracker.send_called(pdu, at, board::vci_of(entry.connection), entry.packet.octets(), entry.sdu);
        offered(at, entry, to_net.tracker.rows().size() - 1);
    });
    card.begun.listen([&tracker](core::Femtoseconds at, const std::uint32_t& pdu) { tracker.handed_down(pdu, at); });
    follow_sender(end(), tracker, to_net.recorder);
    follow_sent_cells(host_.node().nic().atm_tx, phy, tracker, to_net.recorder);
    to_net.line = std::make_unique<LineObserver>(LineObserver::Line{phy, access.phy(), access.fiber()}, tracker);
    follow_received_cells(access.utopia_rx(), tracker);
    access.utopia_rx().received.listen([&tracker](core::Femtoseconds at, const atm::Cell&, const core::Femtoseconds&) {
        tracker.cell_outcome(true, false, at);
    });
    host_.port.left_card.listen([&tracker](core::Femtoseconds at, const std::uint16_t& vci, const bool& whole,
                                           const stack::Manifest::Octets& sdu) {
        tracker.delivered({0, vci}, whole, whole ? "ok" : "damaged", sdu, at);
    });
}

void CellEnd::follow_to_card() {
    net::Access& access = host_.access();
    board::Nic& nic = host_.node().nic();
    host_.port.announced.listen([this](core::Femtoseconds at, const stack::Manifest::Entry& entry) {
        const std::uint16_t vci = board::vci_of(entry.connection);
        announced_[vci].push_back(to_card.tracker.announced(at, vci, entry.packet.octets(), entry.sdu));
        announced(at, entry, announced_[vci].back());
    });
    host_.port.sent_to_card.listen([this](core::Femtoseconds, const std::uint32_t& number, const atm::Cell& cell) {
        to_card.tracker.cell_entered(cell, announced_[cell.header().vci].at(number));
    });
    follow_launched(access.phy(), to_card.recorder);
    to_card.line =
        std::make_unique<LineObserver>(LineObserver::Line{access.phy(), nic.phy, access.fiber()}, to_card.tracker);
    follow_received_cells(nic.atm_rx, to_card.tracker);
    follow_receiver(
        end(), [](host::Channel) { return true; }, to_card.tracker, to_card.recorder);
    host_.card().brought_up.listen([this](core::Femtoseconds at, const host::NetDevice::Received& packet) {
        const bool whole = packet.status == host::PacketStatus::Ok;
        to_card.recorder.taken_up(vc_of(packet.channel));
        to_card.tracker.delivered(vc_of(packet.channel), whole, whole ? "ok" : "damaged", packet.sdu, at);
    });
}

}  // namespace niclab::lab
