/// @file  A network interface card: PCI interface, SAR, UTOPIA, PHY. Composition only.
#pragma once

#include <memory>
#include <string>

#include "cards/nicstar/sar.h"
#include "cards/packet_sar/packet_sar.h"
#include "core/config.h"
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

/// What moves cells between UTOPIA and the host.
enum class EngineKind {
    Nicstar,  ///< nicstar::Sar: cells straight to and from host memory.
    Packet    ///< packet_sar::PacketSar: whole PDUs on the card.
};

/// Everything a card file may say.
struct Config {
    std::string name = "idt77901";
    EngineKind engine = EngineKind::Nicstar;
    unsigned tx_fifo_cells = 9;  ///< Transmit FIFO of the engine.
    nicstar::Config sar;
    packet_sar::Config packet;
    phy::Config phy;
    utopia::Config utopia;
    double sar_hz = 0;           ///< 5 to 200 MHz; 0: PCI's clock.
    double utopia_hz = 0;        ///< 5 to 50 MHz; 0: the line's clock.
    bool wide = false;           ///< 64-bit PCI.
    bool capable_66mhz = false;  ///< Else the card holds M66EN low.
};

/// Reads a card file laid under the experiment's overrides. `station`: last octet of the MAC address where none is
/// given. Throws core::ConfigError.
Config read_config(core::ConfigTable card, std::uint8_t station);

/// One card in a PCI slot, at the end of a fiber.
class Nic : public sc_core::sc_module {
public:
    /// `slot` is the device number on the bus: IDSEL is AD[11 + slot]. `line_clock` is the card's oscillator,
    /// an edge for each octet of the line; `receive_edge` the clock recovered from the line.
    Nic(sc_core::sc_module_name name, core::Clock& pci_clock, core::Clock& line_clock,
        const sc_core::sc_event& receive_edge, pci::Bus& bus, unsigned slot, const Config& config);

    fiber::LinePins<core::Source>& line_tx() { return phy.line_tx; }
    fiber::LinePins<core::Sink>& line_rx() { return phy.line_rx; }
    /// For waveforms and reports.
    const core::Fifo<atm::Cell>& tx_fifo() const { return tx_cells_; }
    card::Engine& engine() { return *engine_; }
    const card::Engine& engine() const { return *engine_; }
    /// Of a NICStAR; any other card's stay quiet.
    const core::Wire<card::SramAccess>& sram_wires() const { return sar ? sar->sram_wires : *no_sram_; }

    /// UTOPIA's handshake was set, true to octet level.
    core::Tap<bool> handshake_set;
    /// Of both UTOPIA directions.
    core::Clock& utopia_clock() { return own_utopia_clock_ ? *own_utopia_clock_ : line_clock_; }
    const utopia::Config& utopia_config() const { return utopia_config_; }

private:
    static utopia::Config utopia_of(const Config& config);
    nicstar::Config sar_of(const Config& config) const;
    core::Clock& sar_clock() { return own_sar_clock_ ? *own_sar_clock_ : pci_clock_; }
    void connect_nicstar(pci::Bus& bus, const Config& config);
    void connect_packet(pci::Bus& bus);

    core::Clock& pci_clock_;
    core::Clock& line_clock_;
    std::unique_ptr<core::Clock> own_sar_clock_;     ///< Where it is not PCI's.
    std::unique_ptr<core::Clock> own_utopia_clock_;  ///< Where it is not the line's.
    utopia::Config utopia_config_;
    pci::ConfigSpace config_space_;
    bus::DmaChannel dma_;
    core::Fifo<atm::Cell> tx_cells_;
    core::Fifo<atm::CellWord> rx_words_;
    std::unique_ptr<core::Wire<card::SramAccess>> no_sram_;
    card::Engine* engine_ = nullptr;

public:
    pci::Initiator initiator;
    pci::Target target;
    phy::Suni phy;
    // One of the two.
    std::unique_ptr<nicstar::Sar> sar;
    std::unique_ptr<packet_sar::PacketSar> packet_sar;
    utopia::AtmTx atm_tx;
    utopia::AtmRx atm_rx;
    utopia::TxPins<core::Net> utopia_tx;
    utopia::RxPins<core::Net> utopia_rx;
};

}  // namespace niclab::board
