#include "utopia/phy_tx.h"

namespace niclab::utopia {

PhyTx::PhyTx(sc_core::sc_module_name name, core::Clock& clock, core::Fifo<atm::Cell>& cells)
    : Clocked(name, clock), cells_(cells) {
    SC_HAS_PROCESS(PhyTx);
    SC_METHOD(on_clock);
    sensitive << clock.edge();
    dont_initialize();
}

void PhyTx::on_clock() {
    if (woken()) return;
    if (pins.enb->read()) {
        const std::uint8_t octet = pins.data->read();
        if (pins.prty->read() != odd_parity(octet)) ++stats_.parity_errors;
        take_octet(octet, pins.soc->read());
    }
    const std::size_t under_way = index_ > 0 ? 1 : 0;
    const bool clav = cells_.free() > under_way;
    if (clav != clav_) pins.clav->write(clav_ = clav);
}

void PhyTx::take_octet(std::uint8_t octet, bool soc) {
    if (soc != (index_ == 0)) {
        ++stats_.soc_errors;
        if (!soc) return;  // octets outside a cell
        index_ = 0;        // the cell under way is lost
    }
    if (index_ == 0) {
        discard_ = cells_.free() == 0;
        if (discard_) ++stats_.overruns;
    }
    cell_.octets[index_] = octet;
    if (++index_ < atm::kCellOctets) return;
    index_ = 0;
    if (discard_) return;
    cells_.push(cell_);
    ++stats_.cells;
}

void PhyTx::describe(core::StatsVisitor& v) const {
    v.counter("cells", stats_.cells, "cells", "Cells taken from TxUTOPIA, null cells included.");
    v.counter("soc_errors", stats_.soc_errors, "events", "TxSOC missing or in the wrong place.");
    v.counter("parity_errors", stats_.parity_errors, "octets", "Octets with wrong TxPrty.");
    v.counter("overruns", stats_.overruns, "cells", "Cells started without room for them, lost.");
}

}  // namespace niclab::utopia
