#include "utopia/phy_tx.h"

namespace niclab::utopia {

PhyTx::PhyTx(sc_core::sc_module_name name, core::Clock& clock, core::Fifo<atm::Cell>& cells, const Config& config)
    : Clocked(name, clock),
      cells_(cells),
      config_(config),
      words_(words_of_cell(config.width)),
      octet_level_wanted_(config.octet_level) {
    call_at_edges<&PhyTx::on_clock>(*this);
}

void PhyTx::on_clock() {
    const TxLevels bus{pins.data->read(), pins.soc->read(), pins.prty->read(), pins.enb->read(), clav_};
    TxLevels next = bus;
    edge(bus, next, core::now_fs());
    if (next.clav != clav_) pins.clav->write(clav_ = next.clav);
}

bool PhyTx::joins_cell(const TxLevels& bus, core::Femtoseconds at) {
    ++stats_.soc_errors;
    if (!bus.soc) return false;  // Words outside a cell.
    lose(Loss::SocError, at);
    index_ = 0;
    return true;
}

void PhyTx::end_cell(core::Femtoseconds at) {
    index_ = 0;
    if (discard_) return lose(Loss::Overrun, at);
    cells_.push(cell_);
    ++pushed_;
    ++stats_.cells;
}

void PhyTx::lose(Loss why, core::Femtoseconds at) { lost(at, cell_.header(), why); }

void PhyTx::describe(core::StatsVisitor& v) const {
    v.counter("cells", stats_.cells, "cells", "Cells received from TxUTOPIA, including null cells.");
    v.counter("soc_errors", stats_.soc_errors, "events", "Missing or misplaced TxSOC.");
    v.counter("parity_errors", stats_.parity_errors, "words", "Words with wrong TxPrty.");
    v.counter("overruns", stats_.overruns, "cells", "Cells lost because the transmit FIFO was full.");
}

}  // namespace niclab::utopia
