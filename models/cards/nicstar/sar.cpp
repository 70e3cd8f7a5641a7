#include "cards/nicstar/sar.h"

namespace niclab::nicstar {

Sar::Sar(sc_core::sc_module_name name, core::Clock& clock, bus::DmaChannel& dma, core::Fifo<atm::Cell>& tx_cells,
         core::Fifo<atm::CellWord>& rx_words, utopia::UtilityBusIf& utility, const Config& config)
    : Clocked(name, clock),
      config_(config),
      timer_(config_),
      port_("registers", config.register_wait_clocks),
      sram_(config.sram_words),
      dma_(dma, edge_),
      reassembler_(config_, edge_, registers_, sram_, dma_, rx_words),
      segmenter_(config_, edge_, timer_, registers_, sram_, dma_, tx_cells),
      command_(config_, registers_, sram_, reassembler_, utility),
      eeprom_(config.mac),
      utility_(utility),
      rx_words_(rx_words),
      next_edge_(clock),
      interrupts_(config_, double(clock.period_fs()) * 1e-9) {
    SC_HAS_PROCESS(Sar);
    port_.requests.set_consumer(*this);
    dma.response.set_consumer(*this);
    segmenter_.tail_polled.listen(
        [this](core::Femtoseconds at, const std::uint32_t& address) { command_.table_written(at, address); });
    call_at_edges<&Sar::on_clock>(*this);
    tx_cells.set_writer(*this), rx_words.set_reader(*this);
    SC_METHOD(on_roll_over);
}

void Sar::before_end_of_elaboration() {
    if (rst.size() == 0) return;
    SC_HAS_PROCESS(Sar);
    SC_METHOD(on_reset);
    sensitive << rst;
    dont_initialize();
}

void Sar::on_roll_over() {
    next_trigger(core::from_fs(timer_running_ ? timer_.lap() : timer_.first_roll_over()));
    if (!timer_running_) {
        timer_running_ = true;
        return;
    }
    synchronize();
    registers_.events |= stat::kTmrof;
    segmenter_.timer_rolled_over();
    wake();
}

void Sar::on_reset() {
    count_call();
    synchronize();
    in_reset_ = rst->read();
    wake();
}

void Sar::stay_reset() {
    if (port_.requests.has_item()) port_.requests.take();
    if (registers_.cfg & cfg::kUmode) octet_handshake_(false);
    registers_.gp = 0;
    reset_engines();
    dma_.start();  // Takes back the burst that the initiator aborted.
    drive_interrupt();
}

void Sar::reset_engines() {
    const std::uint32_t pins = registers_.gp;
    registers_ = Registers{};
    registers_.gp = pins;
    command_.reset();
    segmenter_.reset();
    reassembler_.reset();
    dma_.reset();
}

void Sar::on_clock() {
    if (decoupling_enabled_) rx_words_.fetch();
    if (decoupled_) {
        run_edges_before(core::now_fs());
        recouple();
    }
    if (in_reset_) return stay_reset();
    sram_.begin_clock();
    take_register_access();
    run_engines();
    dma_.start();
    drive_interrupt();
    if (shows_sram()) show_sram(core::now_fs());
    rest();
}

/// Nothing to do until it is woken.
bool Sar::quiet() const {
    const bool engines = segmenter_.idle() && reassembler_.idle() && command_.idle();
    return engines && !port_.requests.has_item() && (inta_ || !interrupts_.delaying());
}

void Sar::rest() {
    if (!sram_.taken() && quiet()) {
        sleep();
        if (asleep()) rx_words_.fetch_no_more();
        return;
    }
    if (!may_decouple()) return;
    if (const unsigned edges = private_edges(); edges > 0) decouple(edges);
}

/// Shows the levels from an edge on that has run.
void Sar::show_sram(core::Femtoseconds at) {
    if (sram_.taken()) {
        if (sram_shown_ == sram_.access()) return;
        sram_shown_ = sram_.access();
    } else {
        if (!sram_shown_.oe && !sram_shown_.we) return;
        release_sram();
    }
    sram_recorder_ ? sram_recorder_(sram_shown_, at) : sram_lines.write(sram_shown_);
}

/// Address and data do not change.
void Sar::release_sram() {
    sram_shown_ = sram_.access();
    sram_shown_.oe = sram_shown_.we = false;
}

void Sar::run_engines() {
    for (const card::SramUser user : config_.priority) run_engine(user);
}

void Sar::run_engine(card::SramUser user) {
    switch (user) {
        case card::SramUser::ReceiveFifo:
            return reassembler_.tick_fifo();
        case card::SramUser::Transmit:
            return segmenter_.tick();
        case card::SramUser::Receive:
            return reassembler_.tick();
        case card::SramUser::Host:
            return command_.tick();
    }
}

void Sar::drive_interrupt() {
    if (utility_.interrupt()) registers_.events |= stat::kPhyi;
    if (registers_.events == 0 && !inta_ && !interrupts_.delaying()) return;  // Nothing is pending, nothing begins.
    const bool level = interrupts_.level(registers_, clock().cycle());
    if (level == inta_) return;
    inta->write(inta_ = level);
    if (level) ++raised_;
}

std::uint64_t Sar::kept_units() const {
    const Reassembler::Stats& r = receive_stats();
    return r.stored + r.raw_cells;
}

card::UnitAccount Sar::received_units() const {
    const Reassembler::Stats& r = receive_stats();
    const RxFifo::Stats& fifo = fifo_stats();
    card::UnitAccount account;
    account.delivered = kept_units();
    account.dropped = {{"rx_fifo_overflow", fifo.overflow},
                       {"receive_disabled", fifo.receive_disabled},
                       {"invalid_cell", r.invalid},
                       {"lookup_error", r.lookup_errors},
                       {"resource_management", r.resource_management},
                       {"no_free_buffer", r.no_buffer},
                       {"packet_memory_full", r.no_memory},
                       {"reset", r.reset}};
    return account;
}

void Sar::describe(core::StatsVisitor& v) const {
    edge_runners_.synchronize();
    const Segmenter::Stats& t = segmenter_.stats();
    const Reassembler::Stats& r = reassembler_.stats();
    const RxFifo::Stats& f = reassembler_.fifo().stats();
    v.counter("tx_user_cells", t.user_cells, "cells", "User cells written to the transmit FIFO.");
    v.counter("tx_null_cells", t.null_cells, "cells", "Null cells written to the transmit FIFO.");
    v.counter("tx_late_slots", t.late_slots, "slots", "Cell slots lost because payload came too late.");
    v.counter("tx_repaid_slots", t.repaid_slots, "slots",
              "Null and variable-rate slots of the schedule that made up for late slots.");
    v.counter("tx_nulls_before_ready_pdu", t.nulls_before_ready_pdu, "cells",
              "Null cells directly after a user cell although a queue held a PDU.");
    v.counter("tx_short_pdus", t.short_pdus, "PDUs", "PDUs whose buffers ended inside a cell.");
    v.counter("tx_descriptors", t.descriptors, "entries", "SCQ entries fetched.");
    v.counter("tx_status_entries", t.status_entries, "entries", "TSQ entries written.");
    v.counter("rx_stored", r.stored, "cells", "Received cells written to host memory.");
    v.counter("tx_aborted_entries", t.aborted_entries, "entries", "SCQ or TSQ entries whose burst was aborted.");
    v.counter("tx_aborted_buffers", t.aborted_buffers, "buffers",
              "Transmit buffers dropped because of an aborted burst.");
    v.counter("tx_aborted_octets", t.aborted_octets, "octets",
              "Octets of dropped transmit buffers that were not sent.");
    v.counter("rx_fifo_overflow", f.overflow, "cells", "Cells dropped because the receive FIFO was full.");
    v.counter("rx_receive_disabled", f.receive_disabled, "cells", "Cells dropped because RXPATH was disabled.");
    v.counter("rx_lookup_errors", r.lookup_errors, "cells", "Dropped cells without an open connection.");
    v.counter("rx_raw_cells", r.raw_cells, "cells", "Cells sent to the raw cell queue.");
    v.counter("rx_invalid_cells", r.invalid, "cells", "Dropped cells with VPI 0 and VCI 0.");
    v.counter("rx_resource_management", r.resource_management, "cells", "Dropped cells with PTI 6 or 7, without RXRM.");
    v.counter("rx_reset_cells", r.reset, "cells", "Cells lost in the card at a reset.");
    v.counter("rx_aborted_bursts", r.aborted_bursts, "bursts", "Writes to host memory that were aborted.");
    v.counter("rx_no_buffer", r.no_buffer, "cells", "Cells dropped because no buffer was free.");
    v.counter("rx_no_memory", r.no_memory, "cells", "Cells dropped because packet memory was full.");
    v.counter("rx_table_hits", reassembler_.connections.stats().hits, "look-ups",
              "Connections found in the card's cache.");
    v.counter("rx_table_misses", reassembler_.connections.stats().misses, "look-ups",
              "Connections fetched from a table in host memory.");
    v.counter("tx_table_hits", segmenter_.descriptors.stats().hits, "look-ups", "Channels found in the card's cache.");
    v.counter("tx_table_misses", segmenter_.descriptors.stats().misses, "look-ups",
              "Channels fetched from a table in host memory.");
    v.counter("rx_crc_errors", r.crc_errors, "errors",
              "AAL5 PDUs with a wrong CRC-32, AAL3/4 cells with a wrong CRC-10.");
    v.counter("rx_status_entries", r.status_entries, "entries", "RSQ entries written.");
    v.counter("rx_peak_fifo_cells", f.peak_cells, "cells", "Maximum fill level of the receive FIFO.");
    v.counter("commands", command_.commands(), "commands", "Commands from the host.");
    v.counter("interrupts", raised_, "events", "Assertions of INTA#.");
    const char* names[card::kSramUsers] = {"sram_rx_fifo", "sram_transmit", "sram_receive", "sram_host"};
    for (unsigned i = 0; i < card::kSramUsers; ++i) {
        const card::Sram::UserStats& s = sram_.stats(static_cast<card::SramUser>(i));
        v.counter(std::string(names[i]) + "_accesses", s.accesses, "accesses", "SRAM accesses of this user.");
        v.counter(std::string(names[i]) + "_waits", s.waits, "clocks",
                  "Clocks in which this user waited for the SRAM.");
    }
}

}  // namespace niclab::nicstar
