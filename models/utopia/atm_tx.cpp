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
    TxLevels bus = driven_, next = driven_;
    bus.clav = pins.clav->read();
    edge(bus, next, core::now_fs());
    if (next.enb) pins.data->write(next.data), pins.prty->write(next.prty);
    if (next.soc != driven_.soc) pins.soc->write(next.soc);
    if (next.enb != driven_.enb) pins.enb->write(next.enb);
    driven_ = next;
}

void AtmTx::take_cell(const TxLevels& bus, core::Femtoseconds at) {
    config_.octet_level = octet_level_wanted_;
    if (cells_.pushed_before(at) == taken_) return;
    if (!bus.clav) {
        ++stats_.stalled_clocks;
        return;
    }
    cell_ = cells_.front();
    cells_.pop();
    ++taken_;
    index_ = 0;
    ++(cell_.header().is_null() ? stats_.null_cells : stats_.user_cells);
    started(at, cell_, at + clock().period_fs());
}

void AtmTx::describe(core::StatsVisitor& v) const {
    v.counter("user_cells", stats_.user_cells, "cells", "Cells of user connections started on TxUTOPIA.");
    v.counter("null_cells", stats_.null_cells, "cells", "Null cells started on TxUTOPIA.");
    v.counter("stalled_clocks", stats_.stalled_clocks, "clocks", "Clocks with a cell ready and TxClav deasserted.");
    v.counter("paused_clocks", stats_.paused_clocks, "clocks", "Clocks of pauses inside cells.");
}

}  // namespace niclab::utopia
