#include "lab/captures/atm_taps.h"

#include <algorithm>

#include "atm/aal5.h"
#include "base/crc.h"
#include "probe/capture/pcapng.h"

namespace niclab::lab {

namespace {

using probe::Pcapng;
constexpr std::size_t kErfHeader = 16, kAtmHeader = 4, kFrameOctets = 810;

bool niclab_wrote(const CaptureInterface& interface) { return interface.application.rfind("niclab ", 0) == 0; }

}  // namespace

bool has_atm_form(const CaptureInterface& i) {
    return i.link_type == Pcapng::kErf ||
           (niclab_wrote(i) && (i.link_type == Pcapng::kCells || i.link_type == Pcapng::kFrames));
}

void AtmTaps::take(const CapturedPacket& packet, const CaptureInterface& interface) {
    if (interface.link_type == Pcapng::kErf) return take_erf(packet);
    if (interface.link_type == Pcapng::kFrames) return take_frame(packet);
    if (packet.octets.size() != atm::kCellOctets) return lost_("no cell of 53 octets", 1);
    atm::Cell cell;
    std::copy(packet.octets.begin(), packet.octets.end(), cell.octets.begin());
    take_cell(packet.interface, cell);
}

void AtmTaps::take_erf(const CapturedPacket& packet) {
    constexpr std::uint8_t kTypeBits = 0x7F, kAal5 = 4, kMoreHeaders = 0x80;
    const std::vector<std::uint8_t>& o = packet.octets;
    if (o.size() < kErfHeader + kAtmHeader) return lost_("too short for its headers", 1);
    if ((o[8] & kTypeBits) != kAal5) return lost_("ERF type " + std::to_string(o[8] & kTypeBits), 1);
    if ((o[8] & kMoreHeaders) != 0) return lost_("ERF with extension headers", 1);
    take_pdu({o.begin() + kErfHeader + kAtmHeader, o.end()}, 1);
}

void AtmTaps::take_frame(const CapturedPacket& packet) {
    constexpr unsigned kSts3 = 3, kSts12 = 12;
    const std::size_t octets = packet.octets.size();
    // The last frame of a capture may be cut by the end of the run.
    const unsigned sts = octets > kSts3 * kFrameOctets ? kSts12 : kSts3;
    if (octets > kSts12 * kFrameOctets) return lost_("no SONET frame", 1);
    auto& line = lines_.emplace(packet.interface, probe::LineCells(sts)).first->second;
    line.frame({packet.octets, 0, 0},
               [&](const atm::Cell& cell, core::Femtoseconds) { take_cell(packet.interface, cell); });
}

void AtmTaps::take_cell(std::size_t interface, const atm::Cell& cell) {
    const atm::Header header = cell.header();
    if (!probe::LineCells::header_is_right(cell.octets.data())) return lost_("wrong HEC", 1);
    if (header.is_null()) return lost_("null cell", 1);
    if ((header.pti & 4) != 0) return lost_("management cell", 1);
    std::uint64_t& waiting = waiting_[interface];
    ++waiting;
    const auto pdu = assemblers_[interface].cell(cell, 0);
    if (!pdu) return;
    const std::uint64_t cells = pdu->octets.size() / atm::kPayloadOctets;
    waiting -= cells;
    if (!pdu->ended) return lost_("PDU without an end", cells);
    take_pdu(pdu->octets, cells);
}

void AtmTaps::take_pdu(const std::vector<std::uint8_t>& octets, std::uint64_t units) {
    const auto sdu_octets = atm::aal5_sdu_octets(octets.data(), octets.size());
    if (!sdu_octets) return lost_("PDU of a wrong length", units);
    if (base::crc32_update(base::kCrc32Init, octets.data(), octets.size()) != base::kCrc32Residue)
        return lost_("PDU with a wrong CRC", units);
    sdu_(octets.data(), *sdu_octets, units);
}

void AtmTaps::finish() {
    for (const auto& [interface, cells] : waiting_)
        if (cells > 0) lost_("PDU without an end", cells);
}

}  // namespace niclab::lab
