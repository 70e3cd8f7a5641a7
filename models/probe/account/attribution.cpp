#include "probe/account/attribution.h"

#include <algorithm>
#include <map>

namespace niclab::probe {

namespace {

using namespace causes;

constexpr unsigned kCellOctets = 53;

/// A stage that the chain of a card declares, as a cause. Chains declare few, and all runs the same.
const Cause* cause_of(const card::Stage& stage) {
    static std::map<std::string, Cause> causes;
    return &causes.try_emplace(stage.name, Cause{stage.name, stage.resource, stage.waits, stage.what}).first->second;
}

/// A moment the card told of, and what is the cause from then on.
struct Told {
    core::Femtoseconds at;
    const Cause* cause;
};

/// What the program does is no card's stage: moments told behind `handed_up`, where that was seen, are no causes.
std::vector<Told> told_of(const PduRow& row, core::Femtoseconds handed_up) {
    std::vector<Told> told;
    for (std::size_t i = 0; i < row.at.size(); ++i) {
        const card::Moment& m = row.chain->moments()[i];
        if (handed_up != 0 && row.at[i] >= handed_up) continue;
        if (m.seen == Moment::Told && row.at[i] != 0) told.push_back({row.at[i], cause_of(m.stage)});
    }
    return told;
}

/// Puts spans one behind the other; an end that was not seen, or lies before the last, is passed over. From a moment on
/// that a card told of, its stage is the cause up to the next place that was seen.
class Chain {
public:
    Chain(core::Femtoseconds begin, core::Femtoseconds end, std::vector<Told> told)
        : last_(begin), end_(end), told_(std::move(told)) {}

    void to(core::Femtoseconds end, const Cause& cause, unsigned amount = 0, const std::string& holder = "") {
        if (end <= last_ || end > end_) return;
        Span span{&cause, last_, end, amount, holder};
        for (; next_ < told_.size() && told_[next_].at < end; ++next_) {
            const Told& told = told_[next_];
            if (told.at < last_) continue;
            if (told.at > last_) span.end = told.at, add(span);
            span = {told.cause, told.at, end, 0, ""};
        }
        add(span);
    }
    core::Femtoseconds last() const { return last_; }
    std::vector<Span> take() { return std::move(spans_); }

private:
    void add(const Span& span) { spans_.push_back(span), last_ = span.end; }

    core::Femtoseconds last_, end_;
    std::vector<Told> told_;
    std::size_t next_ = 0;
    std::vector<Span> spans_;
};

/// Up to `end`: the engine's own time, then the clocks in which the SRAM's port was another's. Each lies somewhere
/// between; their sum is exact.
void add_engine(Chain& c, core::Femtoseconds end, const Cause& engine, const SramWaits& waits,
                core::Femtoseconds clock_fs) {
    constexpr const Cause* kPort[] = {&kPortRxFifo, &kPortSegmentation, &kPortReassembly, &kPortHost};
    if (end <= c.last()) return;
    std::uint64_t clocks = 0;
    for (const std::uint64_t w : waits) clocks += w;
    clocks = std::min<std::uint64_t>(clocks, (end - c.last()) / clock_fs);
    core::Femtoseconds at = end - clocks * clock_fs;
    c.to(at, engine);
    for (std::size_t i = 0; i < waits.size() && at < end; ++i) {
        const auto n = std::min<std::uint64_t>(waits[i], (end - at) / clock_fs);
        at += n * clock_fs;
        c.to(at, *kPort[i], static_cast<unsigned>(n));
    }
}

void add_program(Chain& c, const PduLife& life, const AttributionConfig& config) {
    if (config.serial_fs != 0) c.to(c.last() + config.serial_fs, kMark);
    c.to(life.point(Point::HandedDown), kProgramSends);
    c.to(life.point(Point::Posted), kPrepare);
}

void add_sender(Chain& c, const PduRow& row, const PduLife& life, const AttributionConfig& config) {
    const auto at = [&life](Point p) { return life.point(p); };
    add_program(c, life, config);
    c.to(at(Point::Doorbell), kDoorbell);
    // Descriptors are fetched ahead: the turn may come before that or after.
    c.to(std::min(at(Point::SendTurn), row.moment(Moment::TxReq)), kBehindPdus, life.pdus_ahead);
    add_engine(c, row.moment(Moment::TxReq), kSchedule, life.descriptor_waits, config.sending_clock_fs);
    c.to(at(Point::DescriptorGnt), kTxGrant, 0, life.descriptor_holder);
    c.to(at(Point::DescriptorFrame), kTxAcquisition);
    c.to(row.moment(Moment::TxTrdy), kTxMemory);
    c.to(at(Point::DescriptorEnd), kDescriptor);
    c.to(at(Point::SendTurn), kBehindPdus);
    add_engine(c, at(Point::PayReq), kSchedule, life.pay_waits, config.sending_clock_fs);
    c.to(at(Point::PayGnt), kTxGrant, 0, life.pay_holder);
    c.to(at(Point::PayFrame), kTxAcquisition);
    c.to(at(Point::PayData), kTxMemory);
    c.to(at(Point::PayEnd), kTxPayload);
    c.to(at(Point::Segmented), kPutTogether);
}

/// Up to `end`: `before`, a wait in the card, then `firmware_fs` of its processor. Where in between it worked is not
/// seen; the sum is exact.
void add_firmware(Chain& c, core::Femtoseconds end, const Cause& processor, core::Femtoseconds firmware_fs,
                  const Cause& before) {
    if (end <= c.last()) return;
    const core::Femtoseconds worked = std::min(firmware_fs, end - c.last());
    c.to(end - worked, before);
    c.to(end, processor);
}

/// A card with packet memory: the card copies the PDU, or the host does before it tells the card.
void add_packet_sender(Chain& c, const PduRow& row, const PduLife& life, const AttributionConfig& config) {
    const auto at = [&life](Point p) { return life.point(p); };
    const PacketCard& card = config.sending;
    add_program(c, life, config);
    const auto first_burst = [&] {
        c.to(at(Point::DescriptorGnt), kTxGrant, 0, card.host_moves ? "" : life.descriptor_holder);
        c.to(at(Point::DescriptorFrame), kTxAcquisition);
        c.to(row.moment(Moment::TxTrdy), card.host_moves ? kTxWindow : kTxMemory);
    };
    if (card.host_moves) {
        c.to(row.moment(Moment::TxReq), kHostBeginsWrite);
        first_burst();
        c.to(at(Point::Doorbell), kHostWrites);
        add_firmware(c, at(Point::Copied), kTxFirmware, card.pdu_firmware_fs, kOlderToCopy);
    } else {
        c.to(at(Point::Doorbell), kTellCard);
        add_firmware(c, row.moment(Moment::TxReq), kTxFirmware, card.pdu_firmware_fs, kRoomToCopy);
        first_burst();
        c.to(at(Point::Copied), kCopyIn);
    }
    c.to(at(Point::Begun), kOlderToSend);
    add_firmware(c, at(Point::Segmented), kTxFirmware, card.cell_firmware_fs, kFirstCell);
}

/// A card with packet memory: the card delivers the PDU whole, or the host fetches it.
void add_packet_receiver(Chain& c, const PduRow& row, const PduLife& life, const AttributionConfig& config) {
    const auto at = [&life](Point p) { return life.point(p); };
    const PacketCard& card = config.receiving;
    add_firmware(c, at(Point::Decided), kRxFirmware, card.cell_firmware_fs, kOlderToLookUp);
    if (row.cells > 1) c.to(at(Point::Completed), kWholePdu, static_cast<unsigned>(row.cells - 1));
    if (card.host_moves) {
        c.to(c.last() + card.pdu_firmware_fs, kRxFirmware);
        c.to(at(Point::Handler), kInterrupt);
        c.to(row.moment(Moment::RxReq), kHostBeginsRead);
    }
    add_firmware(c, row.moment(Moment::RxReq), kRxFirmware, card.pdu_firmware_fs, kOlderToDeliver);
    c.to(at(Point::RxGnt), kRxGrant, 0, card.host_moves ? "" : life.rx_holder);
    c.to(at(Point::RxFrame), kRxAcquisition);
    c.to(row.moment(Moment::RxTrdy), card.host_moves ? kRxWindow : kRxMemory);
    c.to(at(Point::LastData), card.host_moves ? kHostReads : kCopyOut);
    c.to(at(Point::StatusEnd), kStatus);
    if (!card.host_moves) c.to(at(Point::Handler), kInterrupt);
}

void add_line(Chain& c, const PduRow& row, const PduLife& life, const AttributionConfig& config) {
    const core::Femtoseconds soc = row.moment(Moment::TxSoc), launched = life.point(Point::Launched);
    const core::Femtoseconds cell = kCellOctets * config.octet_fs;
    const core::Femtoseconds users = c.last() + (life.cells_ahead - life.nulls_ahead) * cell;
    const core::Femtoseconds queue = users + life.nulls_ahead * cell;
    if (life.point(Point::Segmented) != 0 && queue < soc) {
        c.to(users, kBehindUsers, life.cells_ahead - life.nulls_ahead);
        c.to(queue, kBehindNulls, life.nulls_ahead);
    }
    c.to(soc, kBehindPresent);
    if (launched != 0) {
        if (soc + config.utopia_cell_fs < launched) c.to(soc + config.utopia_cell_fs, kTxUtopia);
        c.to(launched, kPhyFifo);
        if (launched + cell < life.point(Point::LineEnd)) c.to(launched + cell, kLineCell);
    }
    c.to(life.point(Point::LineEnd), kLineOverhead);
    c.to(row.moment(Moment::RxSoc), kRxUtopiaTurn);
    c.to(life.point(Point::Received), kRxUtopia);
}

void add_receiver(Chain& c, const PduRow& row, const PduLife& life, const AttributionConfig& config) {
    const auto at = [&life](Point p) { return life.point(p); };
    c.to(at(Point::Turn), kBehindReceived, life.received_ahead);
    if (at(Point::TableEnd) != 0) {  // the look-up is in host memory
        c.to(at(Point::TableReq), kTableTurn);
        c.to(at(Point::TableGnt), kRxGrant, 0, life.table_holder);
        c.to(at(Point::TableFrame), kRxAcquisition);
        c.to(at(Point::TableData), kRxMemory);
        c.to(at(Point::TableEnd), kTableRead);
    }
    add_engine(c, at(Point::Decided), kLookUp, life.rx_waits, config.receiving_clock_fs);
    c.to(row.moment(Moment::RxReq), kOtherBurst);
    c.to(at(Point::RxGnt), kRxGrant, 0, life.rx_holder);
    c.to(at(Point::RxFrame), kRxAcquisition);
    c.to(row.moment(Moment::RxTrdy), kRxMemory);
    if (row.cells > 1) c.to(at(Point::LastData), kOtherCells, static_cast<unsigned>(row.cells - 1));
    c.to(at(Point::LastData), kRxPayload);
    c.to(at(Point::StatusEnd), kStatus);
    c.to(at(Point::Handler), kInterrupt);
}

}  // namespace

std::vector<Span> attribute(const PduRow& row, const PduLife& life, const AttributionConfig& config) {
    const core::Femtoseconds begin = row.moment(Moment::SendCall), end = row.moment(Moment::Delivered);
    if (!row.complete() || end < begin) return {};
    Chain chain(begin, end, told_of(row, life.point(Point::HandedUp)));
    (config.sending.holds_pdus ? add_packet_sender : add_sender)(chain, row, life, config);
    add_line(chain, row, life, config);
    (config.receiving.holds_pdus ? add_packet_receiver : add_receiver)(chain, row, life, config);
    chain.to(life.point(Point::HandedUp), kDriverTakes);
    chain.to(end, kProgramReceives);
    return chain.take();
}

}  // namespace niclab::probe
