#include "host/netdevice.h"

#include "atm/aal5.h"

namespace niclab::host {

void NetDevice::interrupt_thread() {
    for (;;) {
        wait_for_work();
        handling(core::now_fs(), stats_.interrupts);
        card_.lock();
        service();
        card_.unlock();
    }
}

void NetDevice::wait_for_interrupt(double latency_us) {
    while (!port_.interrupt().read()) wait(port_.interrupt().posedge_event());
    if (latency_us > 0) wait(latency_us, sc_core::SC_US);
    ++stats_.interrupts;
}

void NetDevice::deliver(std::uint32_t connection, std::vector<std::uint8_t> cpcs_pdu, bool crc_error) {
    Received pdu{static_cast<std::uint8_t>(connection >> 16), static_cast<std::uint16_t>(connection), PduStatus::Ok,
                 std::move(cpcs_pdu)};
    const auto sdu_octets = atm::aal5_sdu_octets(pdu.sdu.data(), pdu.sdu.size());
    ++stats_.pdus_received;
    if (crc_error) {
        pdu.status = PduStatus::CrcError;
        ++stats_.crc_errors;
    } else if (!sdu_octets) {
        pdu.status = PduStatus::LengthError;
        ++stats_.length_errors;
    } else {
        pdu.sdu.resize(*sdu_octets);
    }
    handed_up(core::now_fs());
    received_.push_back(std::move(pdu));
    received_event_.notify(sc_core::SC_ZERO_TIME);
}

void NetDevice::describe(core::StatsVisitor& v) const {
    v.counter("pdus_sent", stats_.pdus_sent, "PDUs", "CS-PDUs handed to the card.");
    v.counter("pdus_received", stats_.pdus_received, "PDUs", "CS-PDUs taken from the card, errored ones included.");
    v.counter("crc_errors", stats_.crc_errors, "PDUs", "CS-PDUs the card marked as wrong.");
    v.counter("length_errors", stats_.length_errors, "PDUs", "CS-PDUs whose length does not fit their cells.");
    v.counter("software_ns", stats_.software / 1'000'000, "ns", "CPU time of copying or mapping packets for the card.");
    v.counter("interrupts", stats_.interrupts, "events", "Runs of the interrupt handler.");
}

}  // namespace niclab::host
