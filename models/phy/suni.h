/// @file A PHY of the S/UNI class, between UTOPIA and the octets of an STS-3c or STS-12c line.
///
/// Source: PMC S/UNI-155-LITE and IDT77155 as known from drivers and the front pages of data
///   sheets; data sheets of related chips (PM5349, PM5380).
/// Timing: one method call per octet and direction. The transmitter runs on the card's oscillator,
///   the receiver on the clock recovered from the line. `pipeline_octets` represents the pipelines
///   of both directions that are not modelled individually (serializers, byte alignment, header
///   check). LOS is detected before them. Errors of TxUTOPIA interrupt with the next frame.
///
/// Loopbacks: in the diagnostic one (DLE) the transmitted octets are received, too, on the transmit
/// clock. The optical output continues. In the line loopback (LLE) the received octets are
/// transmitted. LOOPT and LLE time the transmitter from the line. The transmit clock takes over the
/// period of the received one with each frame, and returns to its own period without a signal. All
/// other users of that clock follow.
/// Not modelled: see registers.h; jitter and pull-in of loop timing. During a reset frames
///   continue, with fill cells only.
/// Assumed: if both loopbacks are set, the diagnostic one takes precedence, *assumed*.
#pragma once

#include <algorithm>
#include <vector>

#include "core/clocked.h"
#include "core/decoupled.h"
#include "core/fifo.h"
#include "core/stats.h"
#include "core/synchronizer.h"
#include "fiber/pins.h"
#include "phy/alarms.h"
#include "phy/config.h"
#include "phy/interrupts.h"
#include "phy/line_watch.h"
#include "phy/racp.h"
#include "phy/receive_overhead.h"
#include "phy/registers.h"
#include "phy/tacp.h"
#include "phy/transmit_overhead.h"
#include "utopia/phy_rx.h"
#include "utopia/phy_tx.h"
#include "utopia/utility_if.h"

namespace niclab::phy {

using fiber::LineOctet;

class Suni : public core::Clocked, public core::StatsSource, public utopia::UtilityBusIf {
public:
    /// `receive_edge` is the clock recovered from the line (fiber::Fiber::edge()).
    Suni(sc_core::sc_module_name name, core::Clock& line_clock, const sc_core::sc_event& receive_edge,
         const Config& config);
    /// The same with a UTOPIA interface of another kind or on another clock.
    Suni(sc_core::sc_module_name name, core::Clock& line_clock, core::Clock& utopia_clock,
         const sc_core::sc_event& receive_edge, const Config& config, const utopia::Config& utopia);

    fiber::LinePins<core::Source> line_tx{"tx"};
    fiber::LinePins<core::Sink> line_rx{"rx"};
    utopia::TxPins<core::Sink>& tx_pins() { return phy_tx_.pins; }
    utopia::RxPins<core::Source>& rx_pins() { return phy_rx_.pins; }
    utopia::PhyTx& tx_end() { return phy_tx_; }
    utopia::PhyRx& rx_end() { return phy_rx_; }

    /// One octet time of the transmitter, its edge at `at`; `arrived` is the octet of the receive
    /// line, for loopbacks. A caller other than the clock is added to edge_runners().
    LineOctet transmit(LineOctet arrived, core::Femtoseconds at);
    /// One octet from the line, sampled at `at`.
    void receive(std::uint8_t octet, core::Femtoseconds at) {
        if (loop_timing_) measure_receive_clock(at);
        if (!diagnostic_loop_) take(octet, at);
    }
    core::EdgeRunners& edge_runners() { return edge_runners_; }

    /// Sets UTOPIA's handshake from the next cell on.
    void set_octet_level(bool on) { phy_tx_.set_octet_level(on), phy_rx_.set_octet_level(on); }
    /// Reports a received cell that was lost.
    core::Tap<atm::Header, DropCause>& dropped() { return racp_.dropped; }
    /// Reports that cell delineation was reached or lost.
    core::Tap<bool> synchronised;
    /// Report a received cell that entered the receive FIFO, and a dropped idle or unassigned cell.
    core::Tap<atm::Header>& stored() { return racp_.stored; }
    core::Tap<atm::Header>& null_dropped() { return racp_.null_dropped; }
    /// Reports the launch of the first octet of a user's cell on the line. payload_run() octets of
    /// payload follow without overhead between them, including that octet.
    core::Tap<atm::Header>& launched() { return tacp_.launched; }
    core::Signal<>& launching() { return tacp_.launching; }
    unsigned payload_run() const { return overhead_tx_.payload_run(); }
    /// Reports a cell to send that was lost in a reset of the transmit FIFO.
    core::Tap<atm::Header>& tx_dropped() { return tacp_.dropped; }
    /// Reports an alarm that was declared (true) or cleared.
    core::Tap<Alarm, bool> alarm;
    /// Reports a whole descrambled frame, with the time at which its first A1 was sampled. It is
    /// collected only with a listener, which prevents the receiver's short path.
    core::Tap<Frame> received_frame;

    /// Reports an assertion of INT#, for code that sleeps until then.
    core::Signal<>& interrupt_raised() { return interrupts_.raised; }

    std::uint8_t read(std::uint8_t address) override;
    void write(std::uint8_t address, std::uint8_t value) override;
    bool interrupt() const override { return interrupts_.level(); }
    void reset(bool asserted) override;

    /// In frame and delineated: user cells can pass.
    bool in_sync() const {
        edge_runners_.synchronize();
        return overhead_rx_.in_frame() && racp_.in_sync();
    }
    bool alarm_active(Alarm which) const {
        edge_runners_.synchronize();
        return alarms_.active(which);
    }
    const utopia::PhyTx::Stats& transmit_stats() const { return phy_tx_.stats(); }
    const Racp::Stats& receive_stats() const { return racp_.stats(); }
    const ReceiveOverhead::Stats& overhead_stats() const { return overhead_rx_.stats(); }
    const sonet::Format& format() const { return format_; }
    core::Femtoseconds pipeline_delay() const { return pipeline_delay_; }
    const Tacp& tacp() const { return tacp_; }
    /// For reports.
    const core::Fifo<atm::Cell>& tx_fifo() const { return tx_cells_; }
    const core::Fifo<atm::Cell>& rx_fifo() const { return rx_cells_; }
    void describe(core::StatsVisitor& visitor) const override;

private:
    friend class FastSuni;  ///< fast/suni_end.h
    void on_transmit();
    void on_receive();
    void take(std::uint8_t octet, core::Femtoseconds at) {
        received_at_ = at;
        watch_.take(octet);
        delay(&octet, 1);
        if (overhead_rx_.take(octet)) racp_.take(overhead_rx_.payload(), at);
    }
    void delay(std::uint8_t* octets, unsigned n) {
        if (pipeline_.empty()) return;
        while (n > 0) {
            const auto most = static_cast<unsigned>(pipeline_.size() - pipeline_next_), part = std::min(n, most);
            std::swap_ranges(octets, octets + part, pipeline_.data() + pipeline_next_);
            octets += part, n -= part;
            pipeline_next_ = part == most ? 0 : pipeline_next_ + part;
        }
    }
    /// Loop timing: the transmit clock takes over the period of the received one.
    void measure_receive_clock(core::Femtoseconds at) {
        const core::Femtoseconds period = at - receive_edge_;
        if (period == receive_step_) receive_period_ = period;
        receive_step_ = period;
        receive_edge_ = at;
    }
    /// No loopback, reset or loop timing, in which octets take effect at once.
    bool ordinary() const { return !diagnostic_loop_ && !line_loop_ && !loop_timing_ && !pin_reset_; }
    void follow_receive_clock();
    void apply_loops();
    void listen_to_blocks();
    void on_alarm(Alarm which, bool declared);
    void watch_utopia();
    void on_frame(const Frame& frame);
    void apply_registers();
    void apply_transmit();
    void apply_cells();
    void request_pointer(std::uint8_t value);
    std::uint8_t live_bits(std::uint8_t address);
    unsigned requested_moves() const;
    sonet::PointerGenerator::Control pointer_control() const;
    std::uint8_t clock_activity();
    CounterTotals totals() const;

    sonet::Format format_;
    core::Fifo<atm::Cell> tx_cells_, rx_cells_;
    utopia::PhyTx phy_tx_;
    utopia::PhyRx phy_rx_;
    AlarmSet alarms_;
    Interrupts interrupts_;
    LineWatch watch_;
    Tacp tacp_;
    TransmitOverhead overhead_tx_;
    ReceiveOverhead overhead_rx_;
    Racp racp_;
    Registers registers_;
    bool separate_clock_;
    core::Synchronizer written_;  ///< Cells from TxUTOPIA, if that has another clock.
    std::vector<std::uint8_t> pipeline_;
    std::size_t pipeline_next_ = 0;
    LineOctet driven_;  ///< Levels of the pins.
    bool pin_reset_ = false;
    bool idt77155_;
    bool diagnostic_loop_ = false, line_loop_ = false, loop_timing_ = false;
    core::Femtoseconds own_period_;  ///< Of the card's oscillator.
    core::Femtoseconds receive_edge_ = 0, receive_step_ = 0, receive_period_ = 0;
    core::Femtoseconds received_at_ = 0;  ///< Time of the last received octet.
    core::Femtoseconds frame_begin_ = 0, pipeline_delay_;
    std::uint64_t changes_ = 0;  ///< Number of changes of registers and alarms.
    std::uint64_t receive_clocks_seen_ = 0, transmit_clocks_seen_ = 0;
    utopia::PhyTx::Stats utopia_seen_;
    core::EdgeRunners edge_runners_;
};

}  // namespace niclab::phy
