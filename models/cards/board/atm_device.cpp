#include "cards/board/atm_device.h"

#include "atm/aal5.h"

namespace niclab::board {

void AtmDevice::deliver_cpcs(host::Channel connection, std::vector<std::uint8_t> cpcs_pdu, bool crc_error) {
    Received packet{connection, host::PacketStatus::Ok, std::move(cpcs_pdu)};
    const auto sdu_octets = atm::aal5_sdu_octets(packet.sdu.data(), packet.sdu.size());
    if (crc_error) {
        packet.status = host::PacketStatus::CrcError;
        ++crc_errors_;
    } else if (!sdu_octets) {
        packet.status = host::PacketStatus::LengthError;
        ++length_errors_;
    } else {
        packet.sdu.resize(*sdu_octets);
    }
    deliver(std::move(packet));
}

void AtmDevice::describe(core::StatsVisitor& v) const {
    NetDevice::describe(v);
    v.counter("crc_errors", crc_errors_, "PDUs", "CS-PDUs that the card reported with a CRC error.");
    v.counter("length_errors", length_errors_, "PDUs", "CS-PDUs whose length does not fit their cells.");
}

}  // namespace niclab::board
