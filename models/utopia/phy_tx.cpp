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

unsigned PhyTx::run_edges(const TxLevels& bus, const core::EdgeCursor& edge) const {
    if (index_ == 0 || !bus.enb || bus.soc || config_.octet_level || config_.width != 8) return 0;
    const std::size_t popped = cells_.popped_before(edge.edge());
    if (config_.separate_clock && !read_.settled(popped)) return 0;
    if (announces_place(cells_.capacity() - (pushed_ - popped)) != bus.clav) return 0;
    const std::uint64_t same = edge.edges_to(cells_.same_pops_until(edge.edge()));
    return static_cast<unsigned>(std::min<std::uint64_t>(words_ - 1 - index_, same));
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
    v.counter("cells", stats_.cells, "cells", "Cells taken from TxUTOPIA, null cells included.");
    v.counter("soc_errors", stats_.soc_errors, "events", "TxSOC missing or in the wrong place.");
    v.counter("parity_errors", stats_.parity_errors, "words", "Words with wrong TxPrty.");
    v.counter("overruns", stats_.overruns, "cells", "Cells started without room for them, lost.");
}

}  // namespace niclab::utopia
