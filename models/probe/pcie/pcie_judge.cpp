#include "probe/pcie/pcie_judge.h"

namespace niclab::probe {

void PcieJudge::packet(const pcie::LinkPacket& p, bool has_crc) {
    check::PciePacket& to = p.tlp ? tlp_ : dllp_;
    to.way = p.way == pcie::Way::Up ? check::PcieWay::Up : check::PcieWay::Down;
    to.is_tlp = p.tlp != nullptr, to.has_crc = has_crc, to.damaged = p.bad;
    to.begin = p.begin, to.end = p.end;
    const std::uint8_t* const data = p.tlp && p.tlp->payload != 0 ? payloads_.at(p.tlp->payload) : nullptr;
    if (has_crc) {
        pcie::LinkPacket sent = p;
        sent.bad = false;
        pcie::encode(sent, data, to.octets);
    } else {
        pcie::encode_without_crc(p, data, to.octets);
    }
    checker_.packet(to);
}

}  // namespace niclab::probe
