#include "cards/packet_sar/cell_fifo.h"

namespace niclab::packet_sar {

using card::UnitOutcome;

void CellFifo::tick(bool enabled) {
    if (pushed_.sample(words_.pushed_total()) == taken_) return;
    const atm::CellWord& word = words_.front();
    if (word.first) begin_arrival(word.data, enabled);
    if (arrival_ == UnitOutcome::Stored && word_ < 13) cells_[(first_ + count_) % cells_.size()][word_++] = word.data;
    if (word.last) end_arrival();
    words_.pop();
    ++taken_;
}

void CellFifo::begin_arrival(std::uint32_t header, bool enabled) {
    word_ = 0;
    header_ = header;
    arrival_ = !enabled                  ? UnitOutcome::ReceiveDisabled
               : count_ == cells_.size() ? UnitOutcome::FifoOverflow
                                         : UnitOutcome::Stored;
}

void CellFifo::end_arrival() {
    if (arrival_ == UnitOutcome::Stored) {
        if (++count_ > stats_.peak_cells) stats_.peak_cells = count_;
        filled(core::now_fs(), count_);
        return;
    }
    ++(arrival_ == UnitOutcome::FifoOverflow ? stats_.overflow : stats_.disabled);
    unit_outcome_(core::now_fs(), board::unit_of(atm::Header::from_word(header_)), arrival_);
}

void CellFifo::reset() {
    first_ = 0;
    count_ = word_ = 0;
    arrival_ = UnitOutcome::ReceiveDisabled;  // The rest of a cell that is being received.
}

}  // namespace niclab::packet_sar
