#include "phy/suni.h"

namespace niclab::phy {

Suni::Suni(sc_core::sc_module_name name, core::Clock& line_clock, const sc_core::sc_event& receive_edge,
           const Config& config)
    : Suni(name, line_clock, line_clock, receive_edge, config, {}) {}

Suni::Suni(sc_core::sc_module_name name, core::Clock& line_clock, core::Clock& utopia_clock,
           const sc_core::sc_event& receive_edge, const Config& config, const utopia::Config& utopia)
    : Clocked(name, line_clock),
      format_(config.format),
      tx_cells_("tx_cells", config.tx_fifo_cells),
      rx_cells_("rx_cells", config.rx_fifo_cells),
      phy_tx_("phy_tx", utopia_clock, tx_cells_, utopia),
      phy_rx_("phy_rx", utopia_clock, rx_cells_, utopia),
      watch_(alarms_, config),
      tacp_(tx_cells_),
      overhead_tx_(config),
      overhead_rx_(alarms_, watch_, interrupts_, config),
      racp_(rx_cells_, interrupts_),
      registers_(interrupts_, config),
      separate_clock_(utopia.separate_clock),
      pipeline_(config.pipeline_octets),
      idt77155_(config.idt77155),
      own_period_(line_clock.period_fs()),
      pipeline_delay_(config.pipeline_octets * line_clock.period_fs()) {
    SC_HAS_PROCESS(Suni);
    call_at_edges<&Suni::on_transmit>(*this);
    SC_METHOD(on_receive);
    sensitive << receive_edge;
    dont_initialize();
    listen_to_blocks();
    apply_registers();
}

void Suni::listen_to_blocks() {
    alarms_.changed.connect([this](Alarm which, bool declared) { on_alarm(which, declared); });
    racp_.synchronised.connect([this](bool synchronous) {
        watch_.out_of_delineation(!synchronous);
        interrupts_.raise(Cause::Ocd);
        synchronised(received_at_, synchronous);
    });
    phy_rx_.discarded.connect([this](const atm::Cell& cell) { racp_.discarded(cell.header(), core::now_fs()); });
    overhead_rx_.frame_begins.connect([this] {
        if (received_frame.active() && !overhead_rx_.frame.connected())
            overhead_rx_.frame.connect([this](const Frame& frame) { on_frame(frame); });
        frame_begin_ = received_at_ - pipeline_delay_;
        if (loop_timing_) follow_receive_clock();
    });
}

void Suni::on_transmit() {
    const LineOctet sent = transmit({line_rx.octet->read(), line_rx.frame->read()}, core::now_fs());
    line_tx.octet->write(sent.octet);
    if (sent.frame != driven_.frame) line_tx.frame->write(sent.frame);
    driven_ = sent;
}

LineOctet Suni::transmit(LineOctet arrived, core::Femtoseconds at) {
    if (separate_clock_) tacp_.know_written(written_.sample(tx_cells_.pushed_before(at)));
    LineOctet sent;
    sent.frame = overhead_tx_.at_frame_start();
    if (sent.frame) tacp_.frame_begins();
    const std::uint8_t payload = overhead_tx_.wants_payload() ? tacp_.next(at) : std::uint8_t{0};
    sent.octet = overhead_tx_.next(payload, overhead_rx_.report());
    if (sent.frame) watch_utopia();
    if (diagnostic_loop_) take(sent.octet, at);
    return line_loop_ ? arrived : sent;
}

void Suni::on_receive() {
    count_call();
    receive(line_rx.octet->read(), core::now_fs());
}

void Suni::follow_receive_clock() {
    const bool follow = loop_timing_ && receive_period_ != 0 && !alarms_.active(Alarm::Los);
    const core::Femtoseconds wanted = follow ? receive_period_ : own_period_;
    if (wanted == clock().period_fs()) return;
    clock().retune(wanted);
    edge_runners_.reschedule();
}

void Suni::on_frame(const Frame& frame) { received_frame(frame_begin_, frame); }

/// The effects of an alarm on other parts.
void Suni::on_alarm(Alarm which, bool declared) {
    constexpr Cause kCause[kAlarms] = {Cause::Los, Cause::Lof,     Cause::Oof,     Cause::LineAis, Cause::LineRdi,
                                       Cause::Lop, Cause::PathAis, Cause::PathRdi, Cause::Lcd};
    ++changes_;
    interrupts_.raise(kCause[static_cast<unsigned>(which)]);
    if (which == Alarm::Los) interrupts_.raise(Cause::DataLock);
    if (which == Alarm::Oof) watch_.out_of_frame(declared);
    overhead_rx_.follow(which, declared);
    const bool line = overhead_rx_.inserts_ais(), path = line || alarms_.any_of({Alarm::Lop, Alarm::PathAis});
    if (declared && path) racp_.lose();
    overhead_rx_.report_defects(line, path);
    alarm(received_at_, which, declared);
}

void Suni::watch_utopia() {
    const utopia::PhyTx::Stats& now = phy_tx_.stats();
    if (now.soc_errors != utopia_seen_.soc_errors) interrupts_.raise(Cause::TxSoc);
    if (now.overruns != utopia_seen_.overruns) interrupts_.raise(Cause::TxOverrun);
    if (now.parity_errors != utopia_seen_.parity_errors) interrupts_.raise(Cause::TxParity);
    utopia_seen_ = now;
}

void Suni::describe(core::StatsVisitor& v) const {
    edge_runners_.synchronize();
    const ReceiveOverhead::Stats& line = overhead_rx_.stats();
    const Racp::Stats& cells = racp_.stats();
    v.counter("tx_cells", tacp_.cells(), "cells",
              "Cells sent from the transmit FIFO, including null cells of the SAR.");
    v.counter("tx_idle_cells", tacp_.idle_cells(), "cells", "Idle cells inserted because the FIFO held no whole cell.");
    v.counter("tx_reset_losses", tacp_.reset_losses(), "cells", "User cells lost in a reset of the transmit FIFO.");
    v.counter("tx_frames", overhead_tx_.frames(), "frames", "SONET frames started.");
    v.counter("rx_frames", line.frames, "frames", "SONET frames received in alignment.");
    v.counter("rx_out_of_frame", overhead_rx_.out_of_frame_events(), "events", "Losses of frame alignment.");
    v.counter("b1_errors", line.b1_errors, "bits", "Section BIP-8 mismatches.");
    v.counter("b2_errors", line.b2_errors, "bits", "Line BIP-24 (STS-12c: BIP-96) mismatches.");
    v.counter("b3_errors", line.b3_errors, "bits", "Path BIP-8 mismatches.");
    v.counter("line_febe", line.far_line_errors, "bits",
              "Line BIP-24 (STS-12c: BIP-96) mismatches that the far end reported (M1).");
    v.counter("path_febe", line.far_path_errors, "bits", "Path BIP-8 mismatches that the far end reported (G1).");
    v.counter("pointer_moves", line.pointer_increments + line.pointer_decrements, "moves",
              "Pointer increments and decrements followed.");
    v.counter("rx_cells", cells.cells, "cells", "User cells stored in the receive FIFO.");
    v.counter("rx_null_cells", cells.null_cells, "cells", "Idle and unassigned cells dropped.");
    v.counter("hcs_corrected", cells.hcs_corrected, "cells", "Cell headers with a corrected single-bit error.");
    v.counter("hcs_dropped", cells.hcs_dropped, "cells", "Cells dropped because of a header error.");
    v.counter("rx_overruns", cells.overruns, "cells", "User cells dropped because the receive FIFO was full.");
    v.counter("rx_reset_losses", cells.reset_losses, "cells", "Cells lost in a reset of the receive FIFO.");
    v.counter("delineation_losses", racp_.delineation_losses(), "events", "Losses of cell delineation.");
}

}  // namespace niclab::phy
