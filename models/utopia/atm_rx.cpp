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
    const RxLevels bus{pins.data->read(), pins.soc->read(), pins.prty->read(), pins.clav->read(), enb_};
    RxLevels next = bus;
    edge(bus, next, core::now_fs());
    if (next.enb != enb_) pins.enb->write(enb_ = next.enb);
}

void AtmRx::edge(const RxLevels& bus, RxLevels& next, core::Femtoseconds at) {
    if (enb_sampled_ && (!config_.octet_level || bus.clav)) take_word(bus, at);
    if (index_ == 0) config_.octet_level = octet_level_wanted_;
    enb_sampled_ = bus.enb;
    next.enb = wants_next(bus, at);
}

bool AtmRx::wants_next(const RxLevels& bus, core::Femtoseconds at) {
    // RxEnb runs one word ahead: before the last word the receiver decides whether the next cell
    // may follow.
    const bool in_cell = index_ > 0 && index_ + (bus.enb ? 1 : 0) < cell_words_;
    if (!in_cell && !((config_.octet_level || bus.clav) && words_.room_before(at, kCellWords))) return false;
    if (!pauses_.now()) return true;
    ++stats_.paused_clocks;
    return false;
}

void AtmRx::take_word(const RxLevels& bus, core::Femtoseconds at) {
    if (bus.soc != (index_ == 0)) {
        if (!bus.soc) return;  // The PHY had no more data.
        ++stats_.soc_errors;
        index_ = 0;
    }
    if (index_ == 0) soc_edge_ = at;
    if (bus.prty != odd_parity(bus.data)) ++stats_.parity_errors;
    const unsigned octets = place_word(cell_, config_.width, index_++, bus.data);
    const bool last = index_ == cell_words_;
    push_words(octets, at);
    if (!last) return;
    index_ = 0;
    ++stats_.cells;
    received(at, cell_, soc_edge_);
}

/// Pushes the word for the inner side that is complete after `octets` octets of the cell.
void AtmRx::push_words(unsigned octets, core::Femtoseconds at) {
    if (octets == 4) return push({cell_.header_word(), true, false}, at);
    if (octets <= atm::kHeaderOctets || (octets - atm::kHeaderOctets) % 4 != 0) return;
    const std::uint8_t* o = cell_.octets.data() + octets - 4;
    const std::uint32_t word = o[0] | std::uint32_t{o[1]} << 8 | std::uint32_t{o[2]} << 16 | std::uint32_t{o[3]} << 24;
    push({word, false, octets == atm::kCellOctets}, at);
}

void AtmRx::push(const atm::CellWord& word, core::Femtoseconds at) {
    words_.fetched() && !word.last && at < core::now_fs() ? words_.push_decoupled(word, at) : words_.push(word);
}

void AtmRx::describe(core::StatsVisitor& v) const {
    v.counter("cells", stats_.cells, "cells", "Cells received from RxUTOPIA.");
    v.counter("soc_errors", stats_.soc_errors, "events", "RxSOC inside a cell. The cell in progress was lost.");
    v.counter("parity_errors", stats_.parity_errors, "words", "Words with wrong RxPrty.");
    v.counter("paused_clocks", stats_.paused_clocks, "clocks", "Clocks in which the card delayed RxEnb by a pause.");
}

}  // namespace niclab::utopia
