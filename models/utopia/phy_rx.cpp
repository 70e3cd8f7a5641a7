#include "utopia/phy_rx.h"

namespace niclab::utopia {

PhyRx::PhyRx(sc_core::sc_module_name name, core::Clock& clock, core::Fifo<atm::Cell>& cells, const Config& config)
    : Clocked(name, clock),
      cells_(cells),
      config_(config),
      words_(words_of_cell(config.width)),
      octet_level_wanted_(config.octet_level),
      pauses_(config, this->name()) {
    call_at_edges<&PhyRx::on_clock>(*this);
}

void PhyRx::on_clock() {
    RxLevels bus = driven_, next = driven_;
    bus.enb = pins.enb->read();
    const unsigned before = index_;
    edge(bus, next, core::now_fs());
    if (index_ != before) pins.data->write(next.data), pins.prty->write(next.prty);
    if (next.soc != driven_.soc) pins.soc->write(next.soc);
    if (next.clav != driven_.clav) pins.clav->write(next.clav);
    driven_ = next;
}

void PhyRx::edge(const RxLevels& bus, RxLevels& next, core::Femtoseconds at) {
    const std::size_t stored = stored_.sample(cells_.pushed_before(at));
    if (emptying_ && index_ == 0) empty_fifo();
    if (index_ == 0) config_.octet_level = octet_level_wanted_;
    // At cell level no cell begins that RxClav did not announce, though RxEnb may already be
    // asserted.
    const bool begins = stored > handed_out_ && (config_.octet_level || bus.clav);
    const bool ready = (index_ > 0 || begins) && !(config_.octet_level && pauses_.now());
    const bool handing = ready && bus.enb;
    next.soc = handing && index_ == 0;
    if (handing) {
        if (next.soc) ++handed_out_;
        next.data = word_of(cells_.front(), config_.width, index_);
        next.prty = odd_parity(next.data);
        if (++index_ == words_) {
            index_ = 0;
            cells_.pop();
        }
    }
    // Within a cell RxClav stays asserted; at the last word it shows whether another cell follows.
    // At octet level it shows whether there is a word in this clock.
    next.clav = config_.octet_level ? handing : index_ > 0 || stored > handed_out_;
}

void PhyRx::empty_fifo() {
    emptying_ = hold_empty_;
    for (; !cells_.empty(); cells_.pop()) {
        discarded(cells_.front());
        ++handed_out_;
    }
}

}  // namespace niclab::utopia
