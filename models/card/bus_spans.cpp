#include "card/bus_spans.h"

namespace niclab::card {

void add_descriptor(Spans& s, const TracedPacket& p) {
    s.to(p.point(Point::DescriptorGnt), causes::kTxGrant, 0, p.trace.descriptor_holder);
    s.to(p.point(Point::DescriptorFrame), causes::kTxAcquisition);
    s.to(p.time_of(EventKind::TxTrdy), causes::kTxMemory);
    s.to(p.point(Point::DescriptorEnd), causes::kDescriptor);
}

void add_payload(Spans& s, const TracedPacket& p) {
    s.to(p.point(Point::PayGnt), causes::kTxGrant, 0, p.trace.pay_holder);
    s.to(p.point(Point::PayFrame), causes::kTxAcquisition);
    s.to(p.point(Point::PayData), causes::kTxMemory);
    s.to(p.point(Point::PayEnd), causes::kTxPayload);
}

void add_to_handler(Spans& s, const TracedPacket& p, const Cause& others) {
    s.to(p.point(Point::RxGnt), causes::kRxGrant, 0, p.trace.rx_holder);
    s.to(p.point(Point::RxFrame), causes::kRxAcquisition);
    s.to(p.time_of(EventKind::RxTrdy), causes::kRxMemory);
    if (p.units > 1) s.to(p.point(Point::LastData), others, static_cast<unsigned>(p.units - 1));
    s.to(p.point(Point::LastData), causes::kRxPayload);
    s.to(p.point(Point::StatusEnd), causes::kStatus);
    s.to(p.point(Point::Handler), causes::kInterrupt);
}

}  // namespace niclab::card
