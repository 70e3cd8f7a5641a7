/// @file The adapter of a card that was made for bursts and windows of a parallel bus: its engine and
/// its registers are used over PCI Express, unchanged. An engine may also move blocks.
///
/// Behaviour: each dword of a register access goes to the port of its window, at the edges of the
///   card's clock. A burst of the engine is a read, or one write per run of enabled octets. Writes
///   are posted: they are done when the endpoint has them. Reads are done in their order. Of blocks
///   one is under way at a time.
/// Assumed: 16 reads by bursts may be outstanding.
#pragma once

#include "bus/block_if.h"
#include "bus/target_if.h"
#include "core/clocked.h"
#include "core/stats.h"
#include "pcie/endpoint.h"
#include "pcie/slot/board.h"

namespace niclab::pcie {

class Function : public core::Clocked, public core::StatsSource {
public:
    Function(sc_core::sc_module_name name, Board& board, const Identity& identity, bus::DmaChannel& channel);
    /// Takes blocks of the engine, in addition to bursts.
    void connect(bus::BlockChannel& blocks);
    /// Takes vectors of MSI-X from the card, in addition to the level of `inta`.
    void connect(core::Mailbox<unsigned>& vectors) { vectors_ = &vectors, vectors.set_consumer(*this); }
    /// Connects the registers of a BAR.
    void connect(unsigned bar, bus::TargetPort& port) { ports_.at(bar) = &port; }
    core::Wire<bool> inta{"inta"};    ///< Driven by the card.
    core::Wire<bool> reset{"reset"};  ///< Never asserted: the card has its state after power-on.
    void describe(core::StatsVisitor& visitor) const override;

    Endpoint endpoint;

private:
    static constexpr unsigned kWaitingReads = 16, kBlockSlot = kWaitingReads;
    struct Reading {
        bus::Burst burst;
        bool over = false, good = false;
    };
    void on_clock();
    void on_inta();
    bool serve_registers();
    bool move_dword(const Endpoint::Access& access);
    bool serve_engine();
    bool serve_blocks();
    void begin_read(const bus::Burst& burst);
    void begin_write(const bus::Burst& burst);
    void answer(bus::Burst burst, bus::BurstStatus status);
    void finish_reads();
    void send_vectors();

    Board& board_;
    bus::DmaChannel& channel_;
    std::array<bus::TargetPort*, kBars> ports_{};
    // The access under way.
    unsigned moved_ = 0, wait_clocks_ = 0;
    bool begun_ = false;
    std::array<std::uint8_t, Payloads::kOctets> data_{};
    std::array<Reading, kWaitingReads> readings_{};
    unsigned first_reading_ = 0, reading_ = 0;  ///< The oldest, and their number.
    core::Mailbox<unsigned>* vectors_ = nullptr;
    bus::BlockChannel* blocks_ = nullptr;
    bus::Block block_;  ///< The read under way.
    enum class BlockState : std::uint8_t { None, Reading, Over } block_state_ = BlockState::None;
    bool block_good_ = false;
    std::uint64_t aborts_ = 0;
};

}  // namespace niclab::pcie
