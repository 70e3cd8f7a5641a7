/// @file The NICStAR SAR, between cells and host memory, with tables in its SRAM.
///
/// Source: nicstar.h, idt.c (see the engines' headers).
/// Timing: one method call per PCI clock. The engines access the SRAM in the order of
///   `Config::priority`.
/// Assumed: write-only registers read as 0. A write with some octets disabled leaves those of DR0
///   to DR3, CFG, TSTB, GP and VPM unchanged and counts them as 0 elsewhere (*assumed*: drivers
///   write whole dwords). TMR continues through a software reset (*assumed*). A roll-over entry
///   waits for TXEN, as the entries of the transmit side do (*assumed*).
/// Limitations: PHY INT# is sampled only in clocks in which the SAR is awake.
#pragma once

#include <cstdint>

#include "card/chain.h"
#include "card/register_port.h"
#include "cards/board/chip.h"
#include "cards/nicstar/command.h"
#include "cards/nicstar/config.h"
#include "cards/nicstar/edge.h"
#include "cards/nicstar/eeprom.h"
#include "cards/nicstar/reassembler.h"
#include "cards/nicstar/registers.h"
#include "cards/nicstar/segmenter.h"
#include "cards/nicstar/spans.h"
#include "core/clocked.h"
#include "core/decoupled.h"
#include "core/signal.h"
#include "core/stats.h"

namespace niclab::nicstar {

/// The path of a packet through a card of this kind.
const card::CardPath& chain();

/// INTA#: the events with an enabled interrupt, the end of a PDU with a delay; a variant
/// coalesces them.
///
/// Source: nicstar.h; the delays match clocks of a 33.0 MHz bus.
/// Assumed: one timer, armed by the first PDU, covers the later ones (*assumed*).
class Interrupts {
public:
    /// `clock_us`: period of the clock that the arguments of level() count.
    Interrupts(const Config& config, double clock_us)
        : config_(config), coalesce_clocks_(static_cast<std::uint64_t>(config.coalesce_us / clock_us)) {}

    /// Level of INTA# in clock number `cycle`.
    bool level(const Registers& registers, std::uint64_t cycle) {
        if (registers.events == 0) {
            due_ = moderated_ = 0;
            return false;
        }
        std::uint32_t raised = registers.events & interrupt_enables(registers.cfg);
        if (!(raised & stat::kEopdu)) {
            due_ = 0;
        } else {
            if (due_ == 0) due_ = cycle + cfg::rx_interrupt(registers.cfg) - 1;
            if (cycle < due_) raised &= ~stat::kEopdu;
        }
        if (config_.coalesce_pdus > 1 && holds_back(registers, raised, cycle)) raised &= ~stat::kCompletions;
        return raised != 0;
    }
    /// Clocks after number `cycle` that do not change the level, provided that no event comes.
    std::uint64_t steady_clocks(std::uint64_t cycle) const {
        std::uint64_t first = ~std::uint64_t{0};
        for (const std::uint64_t due : {due_, moderated_})
            if (due > cycle && due < first) first = due;
        return first - cycle - 1;
    }
    /// The interrupt of an end of a PDU is delayed.
    bool delaying() const { return due_ != 0 || moderated_ != 0; }

private:
    /// There are too few completions, and the time since the first is too short.
    bool holds_back(const Registers& registers, std::uint32_t raised, std::uint64_t cycle) {
        if (!(raised & stat::kCompletions)) {
            moderated_ = 0;
            return false;
        }
        if (moderated_ == 0) moderated_ = cycle + coalesce_clocks_;
        return registers.completions < config_.coalesce_pdus && cycle < moderated_;
    }

    const Config& config_;
    std::uint64_t coalesce_clocks_;
    std::uint64_t moderated_ = 0;  ///< Clock at which moderation ends; 0: none.
    std::uint64_t due_ = 0;        ///< Clock at which the delay is over; 0: none.
};

class Sar : public core::Clocked, public core::StatsSource, public core::DecoupledReader, public board::Chip {
public:
    /// utopia::AtmTx reads `tx_cells`, utopia::AtmRx writes `rx_words`; both on another clock.
    Sar(sc_core::sc_module_name name, core::Clock& clock, bus::DmaChannel& dma, core::Fifo<atm::Cell>& tx_cells,
        core::Fifo<atm::CellWord>& rx_words, utopia::UtilityBusIf& utility, const Config& config);

    sc_core::sc_out<bool> inta{"inta"};
    /// RST#: while it is asserted, registers and engines are as after power-on; the SRAM keeps its
    /// contents. Optional.
    sc_core::sc_port<sc_core::sc_signal_in_if<bool>, 1, sc_core::SC_ZERO_OR_MORE_BOUND> rst{"rst"};
    /// The SRAM's wires.
    core::Wire<card::SramAccess> sram_lines{"sram_wires"};
    core::Decoupled* sram_reporter() override { return this; }
    bool record_sram(const card::SramRecorder& recorder) override;
    bus::TargetPort& registers() { return port_; }
    /// BAR0 and BAR1 show the same registers.
    bus::TargetPort* window(unsigned bar) override { return bar < 2 ? &port_ : nullptr; }
    void connect(core::Wire<bool>& inta_wire, core::Wire<bool>& rst_wire) override { inta(inta_wire), rst(rst_wire); }
    /// Reports a change of UMODE of CFG.
    core::Signal<bool>* octet_handshake() override { return &octet_handshake_; }
    void enter_transaction_level() override;
    void enter_signal_level() override;
    void synchronize() override;
    void reschedule() override {}
    void run_before(core::Femtoseconds t) override { run_edges_before(t); }
    bool is_idle() override;
    void skip_null_cells(std::uint64_t cells) override { segmenter_.skip_null_slots(cells); }
    void phy_interrupt() override { wake(); }
    core::Tap<std::uint32_t>& doorbell() override { return command_.table_written; }
    const card::CardPath& chain() const override { return nicstar::chain(); }
    void add_sending(card::Spans& s, const card::TracedPacket& p) const override { nicstar::add_sending(s, p); }
    void add_receiving(card::Spans& s, const card::TracedPacket& p) const override { nicstar::add_receiving(s, p); }
    core::Tap<card::Unit, unsigned>& segmented() override { return segmenter_.segmented; }
    core::Tap<card::Unit, card::UnitOutcome>& unit_outcome() override { return reassembler_.cell_outcome; }
    card::UnitAccount received_units() const override;
    std::uint64_t kept_units() const override;
    const Segmenter::Stats& transmit_stats() const { return edge_runners_.synchronize(), segmenter_.stats(); }
    const Reassembler::Stats& receive_stats() const { return edge_runners_.synchronize(), reassembler_.stats(); }
    const RxFifo::Stats& fifo_stats() const { return edge_runners_.synchronize(), reassembler_.fifo().stats(); }
    unsigned look_up_dwords() const override { return config_.host_tables ? rct::kWords : 0; }
    const card::Sram* sram() const override { return &sram_; }
    const core::Wire<card::SramAccess>* sram_wires() const override { return &sram_lines; }
    std::vector<card::FillLevel> fill_levels() override {
        return {card::fill_level(
            "sar_rx_fifo", "cells", [this] { return config_.rx_fifo_cells; }, rx_fifo_filled())};
    }
    /// Reports the number of cells in the receive FIFO after each change.
    core::Tap<unsigned>& rx_fifo_filled() override { return reassembler_.fifo_filled(); }
    void describe(core::StatsVisitor& visitor) const override;

private:
    void before_end_of_elaboration() override;
    void on_clock();
    void on_reset();
    void on_roll_over();
    void stay_reset();
    void reset_engines();
    void run_engines();
    void run_engine(card::SramUser user);
    void take_register_access();
    std::uint32_t read_register(std::uint32_t offset);
    std::uint32_t kept(std::uint32_t offset) const;
    void write_register(std::uint32_t offset, std::uint32_t data);
    void write_configuration(std::uint32_t data);
    void drive_interrupt();
    bool shows_sram() const { return sram_recorder_ || (!decoupling_enabled_ && sram_lines.heard()); }
    void show_sram(core::Femtoseconds at);
    void show_idle_sram(core::Femtoseconds at);
    void release_sram();
    bool may_decouple() const;
    unsigned private_edges() const;
    bool quiet() const;
    void rest();
    void decouple(unsigned edges);
    void recouple();
    void run_edges_before(core::Femtoseconds until);
    void run_some_edges(std::uint64_t most);
    unsigned read_words(card::SramUser user, std::uint64_t most);
    std::uint64_t run_fifo_edge(const core::EdgeCursor& first, std::uint64_t n, std::uint64_t most);
    std::uint32_t status() const;

    Config config_;
    Edge edge_;
    core::Signal<bool> octet_handshake_;
    Timer timer_;
    Registers registers_;
    card::RegisterPort port_;
    card::Sram sram_;
    card::SramAccess sram_shown_;  ///< On its wires, or recorded.
    card::SramRecorder sram_recorder_;
    DmaMux dma_;
    Reassembler reassembler_;
    Segmenter segmenter_;
    CommandEngine command_;
    Eeprom eeprom_;
    utopia::UtilityBusIf& utility_;
    core::Fifo<atm::CellWord>& rx_words_;
    core::EdgeRunners edge_runners_;   ///< Itself, if it may ever run late.
    bool decoupling_enabled_ = false;  ///< It may run late now.
    core::EdgeCursor next_edge_;       ///< The first edge that was not run, while it is late.
    bool decoupled_ = false;
    bool in_reset_ = false;       ///< RST# is asserted.
    bool timer_running_ = false;  ///< The first roll-over is planned.
    Interrupts interrupts_;
    bool inta_ = false;
    std::uint64_t raised_ = 0;  ///< Assertions of INTA#.
};

}  // namespace niclab::nicstar
