#include "utopia/atm_tx.h"

namespace niclab::utopia {

AtmTx::AtmTx(sc_core::sc_module_name name, core::Clock& clock, core::Fifo<atm::Cell>& cells, const Config& config)
    : Clocked(name, clock),
      cells_(cells),
      config_(config),
      words_(words_of_cell(config.width)),
      index_(words_),
      octet_level_wanted_(config.octet_level),
      pauses_(config, this->name()) {
    call_at_edges<&AtmTx::on_clock>(*this);
}

void AtmTx::on_clock() {
    if (index_ == words_) take_cell();
    const bool sending = index_ < words_ && may_send();
    const bool soc = sending && index_ == 0;
    if (sending) {
        const std::uint16_t word = word_of(cell_, config_.width, index_++);
        pins.data->write(word);
        pins.prty->write(odd_parity(word));
    }
    if (soc != soc_) pins.soc->write(soc_ = soc);
    if (sending != enb_) pins.enb->write(enb_ = sending);
}

bool AtmTx::may_send() {
    if (config_.octet_level && !pins.clav->read()) return false;
    // A cell is announced with its first word: a pause before it would leave TxClav unanswered, which is allowed, too,
    // but would make `started` wrong.
    if (index_ == 0 || !pauses_.now()) return true;
    ++stats_.paused_clocks;
    return false;
}

void AtmTx::take_cell() {
    config_.octet_level = octet_level_wanted_;
    if (cells_.empty()) return;
    if (!pins.clav->read()) {
        ++stats_.stalled_clocks;
        return;
    }
    cell_ = cells_.front();
    cells_.pop();
    index_ = 0;
    ++(cell_.header().is_null() ? stats_.null_cells : stats_.user_cells);
    const core::Femtoseconds now = core::now_fs();
    started(now, cell_, now + clock().period_fs());
}

void AtmTx::describe(core::StatsVisitor& v) const {
    v.counter("user_cells", stats_.user_cells, "cells", "Cells of user connections started on TxUTOPIA.");
    v.counter("null_cells", stats_.null_cells, "cells", "Null cells started on TxUTOPIA.");
    v.counter("stalled_clocks", stats_.stalled_clocks, "clocks", "Clocks with a cell ready and TxClav deasserted.");
    v.counter("paused_clocks", stats_.paused_clocks, "clocks", "Pauses taken inside cells.");
}

}  // namespace niclab::utopia
