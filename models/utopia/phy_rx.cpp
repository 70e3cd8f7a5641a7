#include "utopia/phy_rx.h"

namespace niclab::utopia {

PhyRx::PhyRx(sc_core::sc_module_name name, core::Clock& clock, core::Fifo<atm::Cell>& cells)
    : Clocked(name, clock), cells_(cells) {
    SC_HAS_PROCESS(PhyRx);
    SC_METHOD(on_clock);
    sensitive << clock.edge();
    dont_initialize();
}

void PhyRx::on_clock() {
    if (woken()) return;
    const std::size_t stored = stored_.sample(cells_.pushed_total());
    if (emptying_ && index_ == 0) empty_fifo();
    bool soc = false;
    if (pins.enb->read() && (index_ > 0 || stored > handed_out_)) {
        soc = index_ == 0;
        if (soc) ++handed_out_;
        const std::uint8_t octet = cells_.front().octets[index_];
        pins.data->write(octet);
        pins.prty->write(odd_parity(octet));
        if (++index_ == atm::kCellOctets) {
            index_ = 0;
            cells_.pop();
        }
    }
    // Within a cell RxClav stays up; with the last octet it tells whether another cell follows.
    const bool clav = index_ > 0 || stored > handed_out_;
    if (soc != soc_) pins.soc->write(soc_ = soc);
    if (clav != clav_) pins.clav->write(clav_ = clav);
}

void PhyRx::empty_fifo() {
    emptying_ = hold_empty_;
    for (; !cells_.empty(); cells_.pop()) {
        discarded(cells_.front());
        ++handed_out_;
    }
}

}  // namespace niclab::utopia
