#include "utopia/atm_tx.h"

namespace niclab::utopia {

AtmTx::AtmTx(sc_core::sc_module_name name, core::Clock& clock, core::Fifo<atm::Cell>& cells)
    : Clocked(name, clock), cells_(cells) {
    SC_HAS_PROCESS(AtmTx);
    SC_METHOD(on_clock);
    sensitive << clock.edge();
    dont_initialize();
}

void AtmTx::on_clock() {
    if (woken()) return;
    if (index_ == atm::kCellOctets) take_cell();
    const bool sending = index_ < atm::kCellOctets;
    const bool soc = index_ == 0;
    if (sending) {
        const std::uint8_t octet = cell_.octets[index_++];
        pins.data->write(octet);
        pins.prty->write(odd_parity(octet));
    }
    if (soc != soc_) pins.soc->write(soc_ = soc);
    if (sending != enb_) pins.enb->write(enb_ = sending);
}

void AtmTx::take_cell() {
    if (cells_.empty()) return;
    if (!pins.clav->read()) {
        ++stats_.stalled_clocks;
        return;
    }
    cell_ = cells_.front();
    cells_.pop();
    index_ = 0;
    ++(cell_.header().is_null() ? stats_.null_cells : stats_.user_cells);
    started(cell_, core::now_fs() + clock().period_fs());
}

void AtmTx::describe(core::StatsVisitor& v) const {
    v.counter("user_cells", stats_.user_cells, "cells", "Cells of user connections started on TxUTOPIA.");
    v.counter("null_cells", stats_.null_cells, "cells", "Null cells started on TxUTOPIA.");
    v.counter("stalled_clocks", stats_.stalled_clocks, "clocks", "Clocks with a cell ready and TxClav deasserted.");
}

}  // namespace niclab::utopia
