#include "cards/packet_sar/sender.h"

#include "atm/aal5.h"
#include "base/crc.h"

namespace niclab::packet_sar {

Sender::Sender(const Config& config, PacketMemory& memory, Processor& processor, Fetcher& fetcher,
               card::PacketTaps& taps, core::Fifo<atm::Cell>& cells)
    : config_(config),
      memory_(memory),
      processor_(processor),
      fetcher_(fetcher),
      taps_(taps),
      cells_(cells),
      circle_{window::kTransmit, config.transmit_octets} {}

void Sender::reset() {
    sending_ = assembled_ = false;
    copy_left_ = 0;
}

bool Sender::idle() const {
    const std::size_t popped = cells_.popped_total();
    if (!popped_.settled(popped)) return false;
    const bool full = pushed_ - popped == cells_.capacity();
    if (config_.null_cells && !full) return false;
    if (assembled_) return full;
    if (copy_left_ > 0) return false;
    return sending_ ? !processor_.done(Processor::kSendCell) : fetcher_.front() == nullptr;
}

bool Sender::begin() {
    const SendPdu* next = fetcher_.front();
    if (!next) return false;
    if (next->octets == 0) {
        fetcher_.pop();
        return true;
    }
    pdu_ = *next;
    cell_count_ = static_cast<std::uint32_t>(atm::aal5_cells(pdu_.octets));
    asked_ = made_ = 0;
    crc_ = base::kCrc32Init;
    sending_ = true;
    taps_.begun(core::now_fs(), board::unit_of(atm::Header::from_word(pdu_.header)).channel);
    ask_processor();
    return false;
}

void Sender::ask_processor() {
    if (asked_ == cell_count_ || processor_.asked(Processor::kSendCell)) return;
    processor_.ask(Processor::kSendCell, config_.transmit_firmware_clocks);
    ++asked_;
}

bool Sender::tick() {
    popped_now_ = popped_.sample(cells_.popped_total());
    bool passed_over = false;
    if (!sending_) passed_over = begin();
    if (copy_left_ > 0 && --copy_left_ == 0) make_cell();
    const bool sent = assembled_ && places() > 0 && push();
    if (sending_ && copy_left_ == 0 && !assembled_ && processor_.done(Processor::kSendCell)) {
        processor_.take(Processor::kSendCell);
        copy_left_ = kCopyClocks;
        ask_processor();
    }
    if (config_.null_cells && !sending_ && places() > 0) {
        cells_.push(atm::Cell{});
        ++pushed_, ++stats_.null_cells;
    }
    return sent || passed_over;
}

void Sender::make_cell() {
    atm::Header header = atm::Header::from_word(pdu_.header);
    const bool last = made_ + 1 == cell_count_;
    header.pti = last ? 1 : 0;
    cell_.set_header(header);
    std::uint8_t* payload = cell_.payload();
    const std::uint32_t first = made_ * atm::kPayloadOctets;
    for (std::uint32_t i = 0; i < atm::kPayloadOctets; ++i) {
        const std::uint32_t at = first + i;
        payload[i] = 0;
        if (at < pdu_.octets)
            payload[i] = static_cast<std::uint8_t>(memory_.word(circle_.after(pdu_.offset, at & ~3u)) >> 8 * (at % 4));
    }
    if (last)
        atm::aal5_finish(payload, crc_, atm::aal5_control(pdu_.octets));
    else
        crc_ = atm::aal5_continue(payload, crc_);
    ++made_;
    assembled_ = true;
}

bool Sender::push() {
    cells_.push(cell_);
    segmented(core::now_fs(), board::unit_of(cell_.header()), static_cast<unsigned>(cells_.occupancy() - 1));
    ++pushed_, ++stats_.user_cells;
    assembled_ = false;
    if (made_ < cell_count_) return false;
    sending_ = false;
    ++stats_.pdus;
    fetcher_.pop();
    return true;
}

}  // namespace niclab::packet_sar
