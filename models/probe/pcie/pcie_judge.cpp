#include "probe/pcie/pcie_judge.h"

namespace niclab::probe {

void PcieJudge::packet(const pcie::LinkPacket& p, bool has_crc) {
    check::PciePacketView to;
    to.way = p.way == pcie::Way::Up ? check::PcieWay::Up : check::PcieWay::Down;
    to.is_tlp = p.tlp != nullptr, to.has_crc = has_crc, to.damaged = p.bad;
    to.begin = p.begin, to.end = p.end;
    const std::uint8_t* const data = p.tlp && p.tlp->payload != 0 ? payloads_.at(p.tlp->payload) : nullptr;
    if (has_crc) {
        pcie::LinkPacket sent = p;
        sent.bad = false;
        pcie::encode(sent, data, with_crc_);
        to.octets = with_crc_.data(), to.size = with_crc_.size();
    } else if (p.tlp) {
        to.octets = without_crc_.data(), to.size = pcie::write_without_crc(p, data, without_crc_.data());
    } else {
        to.octets = p.dllp.data(), to.size = p.dllp.size();
    }
    checker_.packet(to);
}

}  // namespace niclab::probe
