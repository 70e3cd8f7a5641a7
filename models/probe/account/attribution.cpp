#include "probe/account/attribution.h"

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

/// Up to `end`: a wait in the card, then `firmware_fs` of its processor. Where in between it worked is not seen; the
/// sum is exact.
void add_firmware(Chain& c, core::Femtoseconds end, const char* processor, core::Femtoseconds firmware_fs, bool waiting,
                  const char* cause) {
    if (end <= c.last()) return;
    const core::Femtoseconds worked = std::min(firmware_fs, end - c.last());
    c.to(end - worked, "packet memory", waiting, cause);
    c.to(end, processor, kWorks, "firmware");
}

/// The burst that moves a PDU's first payload, by the card or by the host, up to its first data.
void add_first_burst(Chain& c, const char* bus, const char* host, const PacketCard& card, const std::string& holder,
                     core::Femtoseconds gnt, core::Femtoseconds frame, core::Femtoseconds data) {
    c.to(gnt, bus, kWaits, card.host_moves ? "GNT#" : grant(holder));
    c.to(frame, bus, kWorks, "bus acquisition");
    c.to(data, card.host_moves ? "packet memory" : host, kWaits,
         card.host_moves ? "window's first data" : "memory's first data");
}

/// A card with packet memory: the card copies the PDU, or the host does before it tells the card.
void add_packet_sender(Chain& c, const PduRow& row, const PduLife& life, const AttributionConfig& config) {
    const auto at = [&life](Point p) { return life.point(p); };
    const PacketCard& card = config.sending;
    constexpr const char* kFirmware = "sending firmware";
    const auto first_burst = [&] {
        add_first_burst(c, "sending PCI", "sending host", card, life.tbd_holder, at(Point::TbdGnt), at(Point::TbdFrame),
                        row.moment(Moment::TxTrdy));
    };
    if (config.serial_fs != 0) c.to(c.last() + config.serial_fs, "serial port", kWorks, "mark of the call");
    c.to(at(Point::Posted), "sending host", kWorks, "program and protocol");
    if (card.host_moves) {
        c.to(row.moment(Moment::TxReq), "sending host", kWorks, "write to the card");
        first_burst();
        c.to(at(Point::Doorbell), "sending host", kWorks, "payload, descriptor and doorbell to the card");
        add_firmware(c, at(Point::Copied), kFirmware, card.pdu_firmware_fs, kWaits, "descriptor, PDUs before it");
    } else {
        c.to(at(Point::Doorbell), "sending host", kWorks, "descriptor and doorbell to the card");
        add_firmware(c, row.moment(Moment::TxReq), kFirmware, card.pdu_firmware_fs, kWaits,
                     "descriptor, PDUs before it, room");
        first_burst();
        c.to(at(Point::Copied), "sending PCI", kWorks, "the whole PDU into packet memory");
    }
    c.to(at(Point::Begun), "packet memory", kWaits, "PDUs before it are sent");
    add_firmware(c, at(Point::Segmented), kFirmware, card.cell_firmware_fs, kWorks, "first cell");
}

/// A card with packet memory: the card delivers the PDU whole, or the host fetches it.
void add_packet_receiver(Chain& c, const PduRow& row, const PduLife& life, const AttributionConfig& config) {
    const auto at = [&life](Point p) { return life.point(p); };
    const PacketCard& card = config.receiving;
    constexpr const char* kFirmware = "receiving firmware";
    add_firmware(c, at(Point::Decided), kFirmware, card.cell_firmware_fs, kWaits, "look-up, cells before it");
    if (row.cells > 1)
        c.to(at(Point::Completed), "line", kWorks, "the PDU's other cells", static_cast<unsigned>(row.cells - 1));
    if (card.host_moves) {
        c.to(c.last() + card.pdu_firmware_fs, kFirmware, kWorks, "firmware");
        c.to(at(Point::Handler), "receiving host", kWaits, "interrupt");
        c.to(row.moment(Moment::RxReq), "receiving host", kWorks, "reads what has come");
    }
    add_firmware(c, row.moment(Moment::RxReq), kFirmware, card.pdu_firmware_fs, kWaits, "PDUs before it, free buffer");
    add_first_burst(c, "receiving PCI", "receiving host", card, life.rx_holder, at(Point::RxGnt), at(Point::RxFrame),
                    row.moment(Moment::RxTrdy));
    c.to(at(Point::LastData), card.host_moves ? "receiving host" : "receiving PCI", kWorks,
         "the whole PDU out of packet memory");
    c.to(at(Point::StatusEnd), "receiving PCI", kWorks, "status entry");
    if (!card.host_moves) c.to(at(Point::Handler), "receiving host", kWaits, "interrupt");
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
        if (soc + config.utopia_cell_fs < launched) c.to(soc + config.utopia_cell_fs, "TxUTOPIA", kWorks, "53 octets");
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
    (config.sending.holds_pdus ? add_packet_sender : add_sender)(chain, row, life, config);
    add_line(chain, row, life, config);
    (config.receiving.holds_pdus ? add_packet_receiver : add_receiver)(chain, row, life, config);
    return chain.take();
}

}  // namespace niclab::probe
