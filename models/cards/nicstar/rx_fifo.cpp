#include "cards/nicstar/rx_fifo.h"

namespace niclab::nicstar {

void RxFifo::reset() {
    cells_ = write_word_ = write_cell_ = read_cell_ = 0;
    filled(core::now_fs(), cells_);
    arrival_ = card::UnitOutcome::ReceiveDisabled;  // The rest of a cell that is being received.
}

void RxFifo::take_word() {
    const atm::CellWord& word = words_.front();
    if (word.first) begin_arrival(word);
    if (arrival_ == card::UnitOutcome::Stored &&
        !sram_.write(card::SramUser::ReceiveFifo, at(write_cell_, write_word_), word.data))
        return;
    ++write_word_;
    if (word.last) end_arrival();
    edge_.pop(words_);
    ++taken_;
}

void RxFifo::begin_arrival(const atm::CellWord& word) {
    write_word_ = 0;
    arriving_ = word.data;
    arrival_ = !(registers_.cfg & cfg::kRxPath)  ? card::UnitOutcome::ReceiveDisabled
               : cells_ >= config_.rx_fifo_cells ? card::UnitOutcome::FifoOverflow
                                                 : card::UnitOutcome::Stored;
}

void RxFifo::end_arrival() {
    edge_.outside();
    write_word_ = 0;
    if (arrival_ == card::UnitOutcome::Stored) {
        write_cell_ = (write_cell_ + 1) % config_.rx_fifo_cells;
        if (++cells_ > stats_.peak_cells) stats_.peak_cells = cells_;
        filled(core::now_fs(), cells_);
        return;
    }
    if (arrival_ == card::UnitOutcome::FifoOverflow) {
        registers_.count(registers_.cdc);
        ++stats_.overflow;
    } else {
        ++stats_.receive_disabled;
    }
    unit_outcome_(core::now_fs(), board::unit_of(atm::Header::from_word(arriving_)), arrival_);
}

void RxFifo::pop() {
    edge_.outside();
    read_cell_ = (read_cell_ + 1) % config_.rx_fifo_cells;
    --cells_;
    filled(core::now_fs(), cells_);
}

}  // namespace niclab::nicstar
