/// @file A card engine with packet memory: whole PDUs are on the card, moved by DMA or by the
/// host's CPU. Cells are moved between that memory and the line, with a processor's firmware or
/// without.
///
/// Source: the class of adapters of eni.c and fore200e.c (Linux), not a product of them; registers
///   and window are niclab's own (layout.h).
/// Timing: one method call per PCI clock; see the parts' headers.
/// Assumed: (all *assumed*) a reset, by RST# or by the host, drops every cell and PDU in the card.
///   It closes no connection: the connection table is in packet memory, which keeps its contents.
/// Not modelled: rates, adaptation layers other than AAL5, access to the PHY's registers.
#pragma once

#include <cstdint>

#include "card/chain.h"
#include "card/register_port.h"
#include "cards/board/chip.h"
#include "cards/packet_sar/config.h"
#include "cards/packet_sar/deliverer.h"
#include "cards/packet_sar/fetcher.h"
#include "cards/packet_sar/receiver.h"
#include "cards/packet_sar/sender.h"
#include "cards/packet_sar/spans.h"
#include "core/clocked.h"
#include "core/stats.h"

namespace niclab::packet_sar {

/// INTA# of a card with packet memory: coalesced events, by number and by time.
class Interrupts {
public:
    /// `delay_clocks`: after the first PDU; 0: no limit.
    Interrupts(unsigned pdus, std::uint64_t delay_clocks) : wanted_(pdus), delay_(delay_clocks) {}

    /// A PDU was sent or received in clock number `cycle`.
    void raise(std::uint32_t event, std::uint64_t cycle) {
        if (pdus_++ == 0) due_ = cycle + delay_;
        events_ |= event;
    }
    /// The host reads the events, which clears them.
    std::uint32_t take() {
        const std::uint32_t events = events_;
        reset();
        return events;
    }
    void reset() { events_ = 0, pdus_ = 0; }
    bool level(std::uint64_t cycle) const {
        if (pdus_ == 0) return false;
        return pdus_ >= wanted_ || (delay_ > 0 && cycle >= due_);
    }
    /// The level may change with time, without an event.
    bool delaying() const { return pdus_ > 0 && pdus_ < wanted_; }

private:
    const unsigned wanted_;
    const std::uint64_t delay_;
    std::uint32_t events_ = 0;
    unsigned pdus_ = 0;
    std::uint64_t due_ = 0;
};

/// The path of a packet through a card of this kind. The places depend on the card's configuration:
/// the processor that works, and the unit that moves the payload.
card::CardPath chain(const Config& config);

class PacketSar : public core::Clocked, public core::StatsSource, public board::Chip {
public:
    /// utopia::AtmTx reads `tx_cells`, utopia::AtmRx writes `rx_words`; both on another clock.
    PacketSar(sc_core::sc_module_name name, core::Clock& clock, bus::DmaChannel& dma, core::Fifo<atm::Cell>& tx_cells,
              core::Fifo<atm::CellWord>& rx_words, const Config& config);

    sc_core::sc_out<bool> inta{"inta"};
    /// RST#. Optional.
    sc_core::sc_port<sc_core::sc_signal_in_if<bool>, 1, sc_core::SC_ZERO_OR_MORE_BOUND> rst{"rst"};
    bus::TargetPort& registers() { return port_; }
    bus::TargetPort& window() { return memory_; }
    bus::TargetPort* window(unsigned bar) override {
        if (bar == 0) return &port_;
        return bar == 1 ? &memory_ : nullptr;
    }
    void connect(core::Wire<bool>& inta_wire, core::Wire<bool>& rst_wire) override { inta(inta_wire), rst(rst_wire); }

    bool is_idle() override { return asleep() && !in_reset_ && sender_.is_idle(); }
    void skip_null_cells(std::uint64_t cells) override { sender_.skip_null_cells(cells); }
    const card::CardPath& chain() const override { return chain_; }
    core::Tap<card::Unit, unsigned>& segmented() override { return sender_.segmented; }
    core::Tap<card::Unit, card::UnitOutcome>& unit_outcome() override { return receiver_.cell_outcome; }
    core::Tap<std::uint32_t>& doorbell() override { return doorbell_; }
    core::Tap<unsigned>& rx_fifo_filled() override { return receiver_.fifo_filled(); }
    std::vector<card::FillLevel> fill_levels() override {
        return {card::fill_level(
            "sar_rx_fifo", "cells", [this] { return config_.rx_fifo_cells; }, rx_fifo_filled())};
    }
    card::UnitAccount received_units() const override;
    std::uint64_t kept_units() const override { return deliverer_.stats().cells + receiver_.held(); }
    card::PacketTaps* packets() override { return &taps_; }
    card::Handling sending() const override { return {true, config_.transmit == Transfer::Pio}; }
    card::Handling receiving() const override { return {true, config_.receive == Transfer::Pio}; }
    void add_sending(card::Spans& s, const card::TracedPacket& p) const override {
        packet_sar::add_sending(
            s, p,
            {config_.transmit == Transfer::Pio, p.sending_clock * config_.transmit_firmware_pdu_clocks,
             p.sending_clock * config_.transmit_firmware_clocks});
    }
    void add_receiving(card::Spans& s, const card::TracedPacket& p) const override {
        packet_sar::add_receiving(
            s, p,
            {config_.receive == Transfer::Pio, p.receiving_clock * config_.receive_firmware_pdu_clocks,
             p.receiving_clock * config_.receive_firmware_clocks});
    }
    const Config& config() const { return config_; }
    const PacketMemory& memory() const { return memory_; }
    const Sender::Stats& transmit_stats() const { return sender_.stats(); }
    const Receiver::Stats& receive_stats() const { return receiver_.stats(); }
    const Processor::Stats& processor_stats() const { return processor_.stats(); }
    void describe(core::StatsVisitor& visitor) const override;

private:
    void before_end_of_elaboration() override;
    void on_clock();
    void on_reset();
    void stay_reset();
    void reset_engines();
    void run_transmit();
    void run_receive();
    void take_register_access();
    std::uint32_t read_register(std::uint32_t offset);
    void write_register(std::uint32_t offset, std::uint32_t data);
    void drive_interrupt();
    bool quiet() const;

    Config config_;
    const card::CardPath chain_ = packet_sar::chain(config_);
    card::RegisterPort port_;
    PacketMemory memory_;
    DmaShare dma_;
    Processor processor_;
    card::PacketTaps taps_;
    core::Tap<std::uint32_t> doorbell_;
    Fetcher fetcher_;
    Sender sender_;
    Receiver receiver_;
    Deliverer deliverer_;
    Interrupts interrupts_;
    std::uint32_t control_ = 0;
    bool in_reset_ = false;  ///< RST# is asserted.
    bool inta_ = false;
    std::uint64_t raised_ = 0;  ///< Assertions of INTA#.
};

}  // namespace niclab::packet_sar
