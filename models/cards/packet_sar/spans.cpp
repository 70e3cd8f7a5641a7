#include "cards/packet_sar/spans.h"

#include <algorithm>

namespace niclab::packet_sar {

using card::EventKind;
using card::Point;

namespace {

/// Up to `end`: `before`, a wait in the card, then `firmware_fs` of its processor. The position of
/// its work in between is not known; the sum is exact.
void add_firmware(card::Spans& s, core::Femtoseconds end, const card::Cause& processor, core::Femtoseconds firmware_fs,
                  const card::Cause& before) {
    if (end <= s.last()) return;
    const core::Femtoseconds worked = std::min(firmware_fs, end - s.last());
    s.to(end - worked, before);
    s.to(end, processor);
}

void add_first_burst(card::Spans& s, const card::TracedPacket& p, bool host_moves) {
    s.to(p.point(Point::DescriptorGnt), causes::kTxGrant, 0, host_moves ? "" : p.trace.descriptor_holder);
    s.to(p.point(Point::DescriptorFrame), causes::kTxAcquisition);
    s.to(p.time_of(EventKind::TxTrdy), host_moves ? causes::kTxWindow : causes::kTxMemory);
}

}  // namespace

std::vector<const card::Cause*> all_causes() {
    using namespace causes;
    std::vector<const card::Cause*> all{&kTellCard,   &kHostBeginsWrite, &kTxWindow,   &kCopyIn,     &kOlderToCopy,
                                        &kRoomToCopy, &kOlderToSend,     &kFirstCell,  &kTxFirmware, &kOlderToLookUp,
                                        &kWholePdu,   &kOlderToDeliver,  &kRxFirmware, &kRxWindow,   &kCopyOut};
    const std::vector<const card::Cause*> line = board::line_causes();
    all.insert(all.end(), line.begin(), line.end());
    return all;
}

std::vector<card::WhatIf> what_ifs() {
    std::vector<card::WhatIf> all = board::what_ifs("nic.packet.tx_fifo_cells");
    all.push_back({"firmware",
                   {"nic.packet.transmit_firmware_pdu_clocks=0", "nic.packet.transmit_firmware_clocks=0",
                    "nic.packet.receive_firmware_pdu_clocks=0", "nic.packet.receive_firmware_clocks=0"},
                   {&causes::kTxFirmware, &causes::kRxFirmware}});
    return all;
}

void add_sending(card::Spans& s, const card::TracedPacket& p, const Handling& h) {
    if (h.host_moves) {
        s.to(p.time_of(EventKind::TxReq), causes::kHostBeginsWrite);
        add_first_burst(s, p, true);
        s.to(p.point(Point::Doorbell), causes::kHostWrites);
        add_firmware(s, p.point(Point::Copied), causes::kTxFirmware, h.packet, causes::kOlderToCopy);
    } else {
        s.to(p.point(Point::Doorbell), causes::kTellCard);
        add_firmware(s, p.time_of(EventKind::TxReq), causes::kTxFirmware, h.packet, causes::kRoomToCopy);
        add_first_burst(s, p, false);
        s.to(p.point(Point::Copied), causes::kCopyIn);
    }
    s.to(p.point(Point::Begun), causes::kOlderToSend);
    add_firmware(s, p.point(Point::Segmented), causes::kTxFirmware, h.cell, causes::kFirstCell);
}

void add_receiving(card::Spans& s, const card::TracedPacket& p, const Handling& h) {
    add_firmware(s, p.point(Point::Decided), causes::kRxFirmware, h.cell, causes::kOlderToLookUp);
    if (p.units > 1) s.to(p.point(Point::Completed), causes::kWholePdu, static_cast<unsigned>(p.units - 1));
    if (h.host_moves) {
        s.to(s.last() + h.packet, causes::kRxFirmware);
        s.to(p.point(Point::Handler), causes::kInterrupt);
        s.to(p.time_of(EventKind::RxReq), causes::kHostBeginsRead);
    }
    add_firmware(s, p.time_of(EventKind::RxReq), causes::kRxFirmware, h.packet, causes::kOlderToDeliver);
    s.to(p.point(Point::RxGnt), causes::kRxGrant, 0, h.host_moves ? "" : p.trace.rx_holder);
    s.to(p.point(Point::RxFrame), causes::kRxAcquisition);
    s.to(p.time_of(EventKind::RxTrdy), h.host_moves ? causes::kRxWindow : causes::kRxMemory);
    s.to(p.point(Point::LastData), h.host_moves ? causes::kHostReads : causes::kCopyOut);
    s.to(p.point(Point::StatusEnd), causes::kStatus);
    if (!h.host_moves) s.to(p.point(Point::Handler), causes::kInterrupt);
}

}  // namespace niclab::packet_sar
