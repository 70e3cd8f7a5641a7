#include "cards/nicstar/spans.h"

#include <algorithm>

#include "card/bus_spans.h"

namespace niclab::nicstar {

using card::EventKind;
using card::Point;

namespace {

/// Up to `end`: the engine's own time, then the clocks in which another user had the SRAM's port.
/// Their order in between is not known; their sum is exact.
void add_engine(card::Spans& s, core::Femtoseconds end, const card::Cause& engine, const card::SramWaits& waits,
                core::Femtoseconds clock_fs) {
    constexpr const card::Cause* kWaits[] = {&causes::kPortRxFifo, &causes::kPortSegmentation, &causes::kPortReassembly,
                                             &causes::kPortHost};
    if (end <= s.last()) return;
    std::uint64_t clocks = 0;
    for (const std::uint64_t w : waits) clocks += w;
    clocks = std::min<std::uint64_t>(clocks, (end - s.last()) / clock_fs);
    core::Femtoseconds at = end - clocks * clock_fs;
    s.to(at, engine);
    for (std::size_t i = 0; i < waits.size() && at < end; ++i) {
        const auto n = std::min<std::uint64_t>(waits[i], (end - at) / clock_fs);
        at += n * clock_fs;
        s.to(at, *kWaits[i], static_cast<unsigned>(n));
    }
}

}  // namespace

std::vector<const card::Cause*> all_causes() {
    using namespace causes;
    std::vector<const card::Cause*> all{
        &kPdusBefore,     &kSchedule, &kCellAssembly, &kPortRxFifo, &kPortSegmentation, &kPortReassembly, &kPortHost,
        &kReceivedBefore, &kLookUp,   &kTableTurn,    &kTableRead,  &kOtherBurst,       &kOtherCells};
    const std::vector<const card::Cause*> line = board::line_causes();
    all.insert(all.end(), line.begin(), line.end());
    return all;
}

std::vector<card::WhatIf> what_ifs() {
    std::vector<card::WhatIf> all = board::what_ifs("nic.sar.tx_fifo_cells");
    all.push_back({"sar_schedule", {"nic.sar.schedule_clocks=0"}, {&causes::kSchedule, &causes::kCellAssembly}});
    all.push_back({"sar_look_up", {"nic.sar.receive_clocks=0"}, {&causes::kLookUp}});
    return all;
}

void add_sending(card::Spans& s, const card::TracedPacket& p) {
    s.to(p.point(Point::Doorbell), causes::kDoorbell);
    // Descriptors are prefetched: the turn may come before that or after.
    s.to(std::min(p.point(Point::SendTurn), p.time_of(EventKind::TxReq)), causes::kPdusBefore, p.trace.packets_ahead);
    add_engine(s, p.time_of(EventKind::TxReq), causes::kSchedule, p.trace.descriptor_waits, p.sending_clock);
    card::add_descriptor(s, p);
    s.to(p.point(Point::SendTurn), causes::kPdusBefore);
    add_engine(s, p.point(Point::PayReq), causes::kSchedule, p.trace.pay_waits, p.sending_clock);
    card::add_payload(s, p);
    s.to(p.point(Point::Segmented), causes::kCellAssembly);
}

void add_receiving(card::Spans& s, const card::TracedPacket& p) {
    s.to(p.point(Point::Turn), causes::kReceivedBefore, p.trace.received_ahead);
    if (p.point(Point::TableEnd) != 0) {  // the look-up is in host memory
        s.to(p.point(Point::TableReq), causes::kTableTurn);
        s.to(p.point(Point::TableGnt), causes::kRxGrant, 0, p.trace.table_holder);
        s.to(p.point(Point::TableFrame), causes::kRxAcquisition);
        s.to(p.point(Point::TableData), causes::kRxMemory);
        s.to(p.point(Point::TableEnd), causes::kTableRead);
    }
    add_engine(s, p.point(Point::Decided), causes::kLookUp, p.trace.rx_waits, p.receiving_clock);
    s.to(p.time_of(EventKind::RxReq), causes::kOtherBurst);
    card::add_to_handler(s, p, causes::kOtherCells);
}

}  // namespace niclab::nicstar
