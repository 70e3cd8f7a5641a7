#include "utopia/phy_tx.h"

namespace niclab::utopia {

namespace {
/// TxFull* is asserted with so many words left: one is on its way when the ATM layer samples it, four more may come.
constexpr std::size_t kNearlyFull = 5;
}  // namespace

PhyTx::PhyTx(sc_core::sc_module_name name, core::Clock& clock, core::Fifo<atm::Cell>& cells, const Config& config)
    : Clocked(name, clock),
      cells_(cells),
      config_(config),
      words_(words_of_cell(config.width)),
      octet_level_wanted_(config.octet_level) {
    call_at_edges<&PhyTx::on_clock>(*this);
}

std::size_t PhyTx::free_cells(core::Femtoseconds at) {
    if (!config_.separate_clock) return cells_.free_before(at);
    return cells_.capacity() - (pushed_ - read_.sample(cells_.popped_before(at)));
}

void PhyTx::on_clock() {
    const TxLevels bus{pins.data->read(), pins.soc->read(), pins.prty->read(), pins.enb->read(), clav_};
    TxLevels next = bus;
    edge(bus, next, core::now_fs());
    if (next.clav != clav_) pins.clav->write(clav_ = next.clav);
}

void PhyTx::edge(const TxLevels& bus, TxLevels& next, core::Femtoseconds at) {
    std::size_t free = free_cells(at);
    if (bus.enb) {
        if (bus.prty != odd_parity(bus.data)) ++stats_.parity_errors;
        discard_ = index_ == 0 ? free == 0 : discard_;
        const std::size_t before = pushed_;
        take_word(bus, at);
        free -= pushed_ - before;
    }
    if (index_ == 0) config_.octet_level = octet_level_wanted_;
    const std::size_t told = free > config_.reserved_cells ? free - config_.reserved_cells : 0;
    next.clav = config_.octet_level ? told * words_ > index_ + kNearlyFull : told > (index_ > 0 ? 1u : 0u);
}

void PhyTx::take_word(const TxLevels& bus, core::Femtoseconds at) {
    if (bus.soc != (index_ == 0)) {
        ++stats_.soc_errors;
        if (!bus.soc) return;  // words outside a cell
        lose(Loss::SocError, at);
        index_ = 0;
    }
    if (index_ == 0 && discard_) ++stats_.overruns;
    place_word(cell_, config_.width, index_, bus.data);
    if (++index_ < words_) return;
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
