/// @file  A card for an ATM line in a PCI slot: PCI interface, chip, UTOPIA, PHY. Composition only.
#pragma once

#include <memory>

#include "card/kind.h"
#include "cards/board/chip.h"
#include "cards/board/plan.h"
#include "core/tap.h"
#include "fiber/pins.h"
#include "pci/bus.h"
#include "pci/config_space.h"
#include "pci/initiator.h"
#include "pci/target.h"
#include "phy/suni.h"
#include "utopia/atm_rx.h"
#include "utopia/atm_tx.h"

namespace niclab::board {

class Nic : public card::Card {
public:
    Nic(sc_core::sc_module_name name, const card::Slot& slot, const Plan& plan);

    fiber::LinePins<core::Source>& line_tx() { return phy.line_tx; }
    fiber::LinePins<core::Sink>& line_rx() { return phy.line_rx; }
    /// The FIFO that UTOPIA reads. Links, the skipping of idle time, waveforms and reports use it.
    const core::Fifo<atm::Cell>& tx_fifo() const { return tx_cells_; }
    std::vector<card::FillLevel> fill_levels() override;
    card::Engine& engine() override { return *chip_; }
    const card::Engine& engine() const override { return *chip_; }
    void add_sending(card::Spans& spans, const card::TracedPacket& packet) const override;
    void add_receiving(card::Spans& spans, const card::TracedPacket& packet) const override;
    pci::Initiator* master() override { return &initiator; }
    std::uint64_t units_sent() const override { return atm_tx.stats().user_cells; }
    bool in_sync() const override { return phy.in_sync(); }
    /// Unused for a chip without SRAM.
    const core::Wire<card::SramAccess>& sram_wires() const {
        return chip_->sram_wires() ? *chip_->sram_wires() : *no_sram_;
    }

    Chip& chip() { return *chip_; }
    /// Of both UTOPIA directions.
    core::Clock& utopia_clock() { return own_utopia_clock_ ? *own_utopia_clock_ : line_clock_; }
    const utopia::Config& utopia_config() const { return utopia_config_; }
    /// Reports that UTOPIA's handshake was set, true for octet level.
    core::Tap<bool> handshake_set;

private:
    static utopia::Config utopia_of(const Config& config);
    SlotConnection connection(const card::Slot& slot);
    void connect(const card::Slot& slot);
    void set_octet_level(bool on);

    core::Clock& line_clock_;
    std::unique_ptr<core::Clock> own_chip_clock_;    ///< Unless it is the bus's.
    std::unique_ptr<core::Clock> own_utopia_clock_;  ///< Unless it is the line's.
    utopia::Config utopia_config_;
    pci::ConfigSpace config_space_;
    bus::DmaChannel dma_;
    core::Fifo<atm::Cell> tx_cells_;
    core::Fifo<atm::CellWord> rx_words_;
    std::unique_ptr<core::Wire<card::SramAccess>> no_sram_;

public:
    pci::Initiator initiator;
    pci::Target target;
    phy::Suni phy;

private:
    std::unique_ptr<Chip> chip_;

public:
    utopia::AtmTx atm_tx;
    utopia::AtmRx atm_rx;
    utopia::TxPins<core::Net> utopia_tx;
    utopia::RxPins<core::Net> utopia_rx;
};

}  // namespace niclab::board
