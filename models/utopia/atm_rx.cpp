#include "utopia/atm_rx.h"

namespace niclab::utopia {

AtmRx::AtmRx(sc_core::sc_module_name name, core::Clock& clock, core::Fifo<atm::CellWord>& words)
    : Clocked(name, clock), words_(words) {
    SC_HAS_PROCESS(AtmRx);
    SC_METHOD(on_clock);
    sensitive << clock.edge();
    dont_initialize();
}

void AtmRx::on_clock() {
    if (woken()) return;
    if (enb_sampled_) take_octet();
    enb_sampled_ = enb_;
    // RxEnb runs one octet ahead: before the last octet is taken it is decided whether the next cell may follow.
    const bool in_cell = index_ > 0 && index_ < atm::kCellOctets - 1;
    const bool enb = in_cell || (pins.clav->read() && words_.free() > kCellWords);
    if (enb != enb_) pins.enb->write(enb_ = enb);
}

void AtmRx::take_octet() {
    const bool soc = pins.soc->read();
    if (soc != (index_ == 0)) {
        if (!soc) return;  // the PHY had nothing more to give
        ++stats_.soc_errors;
        index_ = 0;
    }
    if (index_ == 0) soc_edge_ = core::now_fs();
    const std::uint8_t octet = pins.data->read();
    if (pins.prty->read() != odd_parity(octet)) ++stats_.parity_errors;
    cell_.octets[index_++] = octet;
    if (index_ == 4)
        words_.push({cell_.header_word(), true, false});
    else if (index_ > atm::kHeaderOctets && (index_ - atm::kHeaderOctets) % 4 == 0)
        push_word(index_ - 4);
    if (index_ < atm::kCellOctets) return;
    index_ = 0;
    ++stats_.cells;
    received(cell_, soc_edge_);
}

void AtmRx::push_word(unsigned first_octet) {
    const std::uint8_t* o = cell_.octets.data() + first_octet;
    const std::uint32_t word = o[0] | std::uint32_t{o[1]} << 8 | std::uint32_t{o[2]} << 16 | std::uint32_t{o[3]} << 24;
    words_.push({word, false, index_ == atm::kCellOctets});
}

void AtmRx::describe(core::StatsVisitor& v) const {
    v.counter("cells", stats_.cells, "cells", "Cells taken from RxUTOPIA.");
    v.counter("soc_errors", stats_.soc_errors, "events", "RxSOC inside a cell; the cell under way was lost.");
    v.counter("parity_errors", stats_.parity_errors, "octets", "Octets with wrong RxPrty.");
}

}  // namespace niclab::utopia
