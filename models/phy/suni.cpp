#include "phy/suni.h"

namespace niclab::phy {

Suni::Suni(sc_core::sc_module_name name, core::Clock& line_clock, const sc_core::sc_event& receive_edge,
           const Config& config)
    : Clocked(name, line_clock),
      tx_cells_("tx_cells", config.tx_fifo_cells),
      rx_cells_("rx_cells", config.rx_fifo_cells),
      phy_tx_("phy_tx", line_clock, tx_cells_),
      phy_rx_("phy_rx", line_clock, rx_cells_),
      tacp_(tx_cells_, config),
      overhead_tx_(config),
      racp_(rx_cells_, config),
      pipeline_(config.pipeline_octets) {
    SC_HAS_PROCESS(Suni);
    SC_METHOD(on_transmit);
    sensitive << line_clock.edge();
    dont_initialize();
    SC_METHOD(on_receive);
    sensitive << receive_edge;
    dont_initialize();
}

void Suni::on_transmit() {
    if (woken()) return;
    const bool frame = overhead_tx_.at_frame_start();
    const std::uint8_t payload = overhead_tx_.wants_payload() ? tacp_.next() : std::uint8_t{0};
    line_tx.octet->write(overhead_tx_.next(payload, overhead_rx_.report()));
    if (frame != frame_) line_tx.frame->write(frame_ = frame);
}

void Suni::on_receive() {
    count_call();
    std::uint8_t octet = line_rx.octet->read();
    if (!pipeline_.empty()) {
        std::swap(octet, pipeline_[pipeline_next_]);
        if (++pipeline_next_ == pipeline_.size()) pipeline_next_ = 0;
    }
    light_ |= octet != 0;
    if (overhead_rx_.take(octet)) racp_.take(overhead_rx_.payload());
}

std::uint8_t Suni::read(std::uint8_t address) { return registers_.read(address, overhead_rx_.in_frame(), light_); }

void Suni::write(std::uint8_t address, std::uint8_t value) { registers_.write(address, value, totals()); }

void Suni::reset(bool asserted) {
    if (asserted) registers_ = Registers();
}

CounterTotals Suni::totals() const {
    const ReceiveOverhead::Stats& line = overhead_rx_.stats();
    const Racp::Stats& cells = racp_.stats();
    return {line.b1_errors,      line.b2_errors,    line.b3_errors, line.far_line_errors, line.far_path_errors,
            cells.hcs_corrected, cells.hcs_dropped, cells.cells,    tacp_.cells()};
}

void Suni::describe(core::StatsVisitor& v) const {
    const ReceiveOverhead::Stats& line = overhead_rx_.stats();
    const Racp::Stats& cells = racp_.stats();
    v.counter("tx_cells", tacp_.cells(), "cells", "Cells sent from the transmit FIFO, null cells of the SAR included.");
    v.counter("tx_idle_cells", tacp_.idle_cells(), "cells", "Idle cells inserted because the FIFO held no whole cell.");
    v.counter("tx_frames", overhead_tx_.frames(), "frames", "SONET frames begun.");
    v.counter("rx_frames", line.frames, "frames", "SONET frames found.");
    v.counter("rx_out_of_frame", overhead_rx_.out_of_frame_events(), "events", "Frame alignment lost.");
    v.counter("b1_errors", line.b1_errors, "bits", "Section BIP-8 mismatches.");
    v.counter("b2_errors", line.b2_errors, "bits", "Line BIP-24 mismatches.");
    v.counter("b3_errors", line.b3_errors, "bits", "Path BIP-8 mismatches.");
    v.counter("rx_cells", cells.cells, "cells", "User cells put into the receive FIFO.");
    v.counter("rx_null_cells", cells.null_cells, "cells", "Idle and unassigned cells dropped.");
    v.counter("hcs_corrected", cells.hcs_corrected, "cells", "Headers with one wrong bit, corrected.");
    v.counter("hcs_dropped", cells.hcs_dropped, "cells", "Cells dropped for a wrong header.");
    v.counter("rx_overruns", cells.overruns, "cells", "User cells dropped because the receive FIFO was full.");
    v.counter("delineation_losses", racp_.delineation_losses(), "events", "Cell delineation lost.");
}

}  // namespace niclab::phy
