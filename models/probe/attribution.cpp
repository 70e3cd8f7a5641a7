#include "probe/attribution.h"

#include <algorithm>

namespace niclab::probe {

namespace {

constexpr unsigned kCellOctets = 53;

/// Puts spans one behind the other; an end that was not seen, or lies before the last, is passed over.
class Chain {
public:
    Chain(core::Femtoseconds begin, core::Femtoseconds end) : last_(begin), end_(end) {}

    void to(core::Femtoseconds end, const char* resource, bool waiting, const std::string& cause, unsigned amount = 0) {
        if (end <= last_ || end > end_) return;
        spans_.push_back({resource, waiting, cause, last_, end, amount});
        last_ = end;
    }
    core::Femtoseconds last() const { return last_; }
    std::vector<Span> take() { return std::move(spans_); }

private:
    core::Femtoseconds last_, end_;
    std::vector<Span> spans_;
};

constexpr bool kWaits = true, kWorks = false;

std::string grant(const std::string& holder) { return holder.empty() ? "GNT#" : "GNT#: " + holder; }

/// Up to `end`: the engine's own time, then the clocks in which the SRAM's port was another's. Each lies somewhere
/// between; their sum is exact.
void add_engine(Chain& c, core::Femtoseconds end, const char* engine, bool waiting, const char* cause,
                const SramWaits& waits, core::Femtoseconds clock_fs) {
    constexpr const char* kPort[] = {"port busy: receive FIFO", "port busy: segmentation", "port busy: reassembly",
                                     "port busy: host command"};
    if (end <= c.last()) return;
    std::uint64_t clocks = 0;
    for (const std::uint64_t w : waits) clocks += w;
    clocks = std::min<std::uint64_t>(clocks, (end - c.last()) / clock_fs);
    core::Femtoseconds at = end - clocks * clock_fs;
    c.to(at, engine, waiting, cause);
    for (std::size_t i = 0; i < waits.size() && at < end; ++i) {
        const auto n = std::min<std::uint64_t>(waits[i], (end - at) / clock_fs);
        at += n * clock_fs;
        c.to(at, "SRAM", kWaits, kPort[i], static_cast<unsigned>(n));
    }
}

void add_sender(Chain& c, const PduRow& row, const PduLife& life, const AttributionConfig& config) {
    const auto at = [&life](Point p) { return life.point(p); };
    if (config.serial_fs != 0) c.to(c.last() + config.serial_fs, "serial port", kWorks, "mark of the call");
    c.to(at(Point::Posted), "sending host", kWorks, "program and protocol");
    c.to(at(Point::Doorbell), "sending host", kWorks, "register writes of the doorbell");
    add_engine(c, row.moment(Moment::TxReq), "sending SAR", kWaits, "next cell slot, schedule and descriptor in SRAM",
               life.tbd_waits, config.sending_clock_fs);
    c.to(at(Point::TbdGnt), "sending PCI", kWaits, grant(life.tbd_holder));
    c.to(at(Point::TbdFrame), "sending PCI", kWorks, "bus acquisition");
    c.to(row.moment(Moment::TxTrdy), "sending host", kWaits, "memory's first data");
    c.to(at(Point::TbdEnd), "sending PCI", kWorks, "descriptor");
    add_engine(c, at(Point::PayReq), "sending SAR", kWaits, "next cell slot, schedule and descriptor in SRAM",
               life.pay_waits, config.sending_clock_fs);
    c.to(at(Point::PayGnt), "sending PCI", kWaits, grant(life.pay_holder));
    c.to(at(Point::PayFrame), "sending PCI", kWorks, "bus acquisition");
    c.to(at(Point::PayData), "sending host", kWaits, "memory's first data");
    c.to(at(Point::PayEnd), "sending PCI", kWorks, "payload");
    c.to(at(Point::Segmented), "sending SAR", kWorks, "cell put together");
}

/// A card with packet memory: the card copies the PDU, or the host does before it tells the card.
void add_packet_sender(Chain& c, const PduRow& row, const PduLife& life, const AttributionConfig& config) {
    const auto at = [&life](Point p) { return life.point(p); };
    const auto copy = [&] {
        c.to(at(Point::TbdGnt), "sending PCI", kWaits, config.host_writes ? "GNT#" : grant(life.tbd_holder));
        c.to(at(Point::TbdFrame), "sending PCI", kWorks, "bus acquisition");
        c.to(row.moment(Moment::TxTrdy), config.host_writes ? "packet memory" : "sending host", kWaits,
             config.host_writes ? "window's first data" : "memory's first data");
    };
    if (config.serial_fs != 0) c.to(c.last() + config.serial_fs, "serial port", kWorks, "mark of the call");
    c.to(at(Point::Posted), "sending host", kWorks, "program and protocol");
    if (config.host_writes) {
        c.to(row.moment(Moment::TxReq), "sending host", kWorks, "write to the card");
        copy();
    }
    c.to(at(Point::Doorbell), "sending host", kWorks,
         config.host_writes ? "payload, descriptor and doorbell to the card" : "descriptor and doorbell to the card");
    if (!config.host_writes) {
        c.to(row.moment(Moment::TxReq), "sending firmware", kWaits,
             "descriptor, PDUs before it, room in packet memory");
        copy();
        c.to(at(Point::Copied), "sending PCI", kWorks, "the whole PDU into packet memory");
    }
    c.to(at(Point::Copied), "packet memory", kWorks, "descriptor, firmware");
    c.to(at(Point::Begun), "packet memory", kWaits, "PDUs before it are sent");
    c.to(at(Point::Segmented), "packet memory", kWorks, "first cell made there");
}

/// A card with packet memory: the card delivers the PDU whole, or the host fetches it.
void add_packet_receiver(Chain& c, const PduRow& row, const PduLife& life, const AttributionConfig& config) {
    const auto at = [&life](Point p) { return life.point(p); };
    c.to(at(Point::Decided), "packet memory", kWorks, "look-up, firmware");
    if (row.cells > 1)
        c.to(at(Point::Completed), "line", kWorks, "the PDU's other cells", static_cast<unsigned>(row.cells - 1));
    if (config.host_reads) {
        c.to(at(Point::Handler), "receiving host", kWaits, "interrupt");
        c.to(row.moment(Moment::RxReq), "receiving host", kWorks, "reads what has come");
    }
    c.to(row.moment(Moment::RxReq), "packet memory", kWaits, "PDUs before it, firmware, free buffer");
    c.to(at(Point::RxGnt), "receiving PCI", kWaits, config.host_reads ? "GNT#" : grant(life.rx_holder));
    c.to(at(Point::RxFrame), "receiving PCI", kWorks, "bus acquisition");
    c.to(row.moment(Moment::RxTrdy), config.host_reads ? "packet memory" : "receiving host", kWaits,
         config.host_reads ? "window's first data" : "memory's first data");
    c.to(at(Point::LastData), config.host_reads ? "receiving host" : "receiving PCI", kWorks,
         "the whole PDU out of packet memory");
    c.to(at(Point::StatusEnd), "receiving PCI", kWorks, "status entry");
    if (!config.host_reads) c.to(at(Point::Handler), "receiving host", kWaits, "interrupt");
    c.to(row.moment(Moment::Delivered), "receiving host", kWorks, "driver, protocol and program");
}

void add_line(Chain& c, const PduRow& row, const PduLife& life, const AttributionConfig& config) {
    const core::Femtoseconds soc = row.moment(Moment::TxSoc), launched = life.point(Point::Launched);
    const core::Femtoseconds cell = kCellOctets * config.octet_fs;
    const core::Femtoseconds users = c.last() + (life.cells_ahead - life.nulls_ahead) * cell;
    const core::Femtoseconds queue = users + life.nulls_ahead * cell;
    if (life.point(Point::Segmented) != 0 && queue < soc) {
        c.to(users, "transmit FIFO", kWaits, "behind cells of packets", life.cells_ahead - life.nulls_ahead);
        c.to(queue, "transmit FIFO", kWaits, "behind null cells", life.nulls_ahead);
    }
    c.to(soc, "transmit FIFO", kWaits, "the cell on TxUTOPIA, SONET overhead");
    if (launched != 0) {
        if (soc + cell < launched) c.to(soc + cell, "TxUTOPIA", kWorks, "53 octets");
        c.to(launched, "PHY transmit FIFO", kWaits, "behind cells and SONET overhead");
        if (launched + cell < life.point(Point::LineEnd)) c.to(launched + cell, "line", kWorks, "53 octets");
    }
    c.to(life.point(Point::LineEnd), "line", kWorks, "SONET overhead, pipelines and fiber");
    c.to(row.moment(Moment::RxSoc), "PHY receive FIFO", kWaits, "RxUTOPIA");
    c.to(life.point(Point::Received), "RxUTOPIA", kWorks, "53 octets");
}

void add_receiver(Chain& c, const PduRow& row, const PduLife& life, const AttributionConfig& config) {
    const auto at = [&life](Point p) { return life.point(p); };
    add_engine(c, at(Point::Decided), "receiving SAR", kWorks, "look-up and buffer in SRAM", life.rx_waits,
               config.receiving_clock_fs);
    c.to(row.moment(Moment::RxReq), "receiving SAR", kWaits, "the card's other burst");
    c.to(at(Point::RxGnt), "receiving PCI", kWaits, grant(life.rx_holder));
    c.to(at(Point::RxFrame), "receiving PCI", kWorks, "bus acquisition");
    c.to(row.moment(Moment::RxTrdy), "receiving host", kWaits, "memory's first data");
    if (row.cells > 1)
        c.to(at(Point::LastData), "line", kWorks, "the PDU's other cells", static_cast<unsigned>(row.cells - 1));
    c.to(at(Point::LastData), "receiving PCI", kWorks, "payload");
    c.to(at(Point::StatusEnd), "receiving PCI", kWorks, "status entry");
    c.to(at(Point::Handler), "receiving host", kWaits, "interrupt");
    c.to(row.moment(Moment::Delivered), "receiving host", kWorks, "driver, protocol and program");
}

}  // namespace

std::vector<Span> attribute(const PduRow& row, const PduLife& life, const AttributionConfig& config) {
    const core::Femtoseconds begin = row.moment(Moment::SendCall), end = row.moment(Moment::Delivered);
    if (!row.complete() || end < begin) return {};
    Chain chain(begin, end);
    (config.sender_holds_pdus ? add_packet_sender : add_sender)(chain, row, life, config);
    add_line(chain, row, life, config);
    (config.receiver_holds_pdus ? add_packet_receiver : add_receiver)(chain, row, life, config);
    return chain.take();
}

}  // namespace niclab::probe
