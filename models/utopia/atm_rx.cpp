#include "utopia/atm_rx.h"

namespace niclab::utopia {

AtmRx::AtmRx(sc_core::sc_module_name name, core::Clock& clock, core::Fifo<atm::CellWord>& words, const Config& config)
    : Clocked(name, clock),
      words_(words),
      config_(config),
      cell_words_(words_of_cell(config.width)),
      octet_level_wanted_(config.octet_level),
      pauses_(config, this->name()) {
    call_at_edges<&AtmRx::on_clock>(*this);
}

void AtmRx::on_clock() {
    if (enb_sampled_ && (!config_.octet_level || pins.clav->read())) take_word();
    if (index_ == 0) config_.octet_level = octet_level_wanted_;
    enb_sampled_ = enb_;
    const bool enb = wants_next();
    if (enb != enb_) pins.enb->write(enb_ = enb);
}

bool AtmRx::wants_next() {
    // RxEnb runs one word ahead: before the last word is taken it is decided whether the next cell may follow.
    const bool in_cell = index_ > 0 && index_ + (enb_ ? 1 : 0) < cell_words_;
    if (!in_cell && !((config_.octet_level || pins.clav->read()) && words_.free() > kCellWords)) return false;
    if (!pauses_.now()) return true;
    ++stats_.paused_clocks;
    return false;
}

void AtmRx::take_word() {
    const bool soc = pins.soc->read();
    if (soc != (index_ == 0)) {
        if (!soc) return;  // the PHY had nothing more to give
        ++stats_.soc_errors;
        index_ = 0;
    }
    if (index_ == 0) soc_edge_ = core::now_fs();
    const std::uint16_t word = pins.data->read();
    if (pins.prty->read() != odd_parity(word)) ++stats_.parity_errors;
    const unsigned octets = place_word(cell_, config_.width, index_++, word);
    const bool last = index_ == cell_words_;
    if (octets == 4)
        words_.push({cell_.header_word(), true, false});
    else if (octets > atm::kHeaderOctets && (octets - atm::kHeaderOctets) % 4 == 0)
        push_word(octets - 4, last);
    if (!last) return;
    index_ = 0;
    ++stats_.cells;
    received(core::now_fs(), cell_, soc_edge_);
}

void AtmRx::push_word(unsigned first_octet, bool last) {
    const std::uint8_t* o = cell_.octets.data() + first_octet;
    const std::uint32_t word = o[0] | std::uint32_t{o[1]} << 8 | std::uint32_t{o[2]} << 16 | std::uint32_t{o[3]} << 24;
    words_.push({word, false, last});
}

void AtmRx::describe(core::StatsVisitor& v) const {
    v.counter("cells", stats_.cells, "cells", "Cells taken from RxUTOPIA.");
    v.counter("soc_errors", stats_.soc_errors, "events", "RxSOC inside a cell; the cell under way was lost.");
    v.counter("parity_errors", stats_.parity_errors, "words", "Words with wrong RxPrty.");
    v.counter("paused_clocks", stats_.paused_clocks, "clocks", "Clocks RxEnb was held back though a word was wanted.");
}

}  // namespace niclab::utopia
