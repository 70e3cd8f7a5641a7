#include "nic/nic.h"

namespace niclab::nic {

namespace {
/// Words the UTOPIA receiver may run ahead of the SRAM: two cells and a bit.
constexpr std::size_t kReceiveWords = 32;
}  // namespace

Nic::Nic(sc_core::sc_module_name name, core::Clock& pci_clock, core::Clock& line_clock,
         const sc_core::sc_event& receive_edge, pci::Bus& bus, unsigned slot, const Config& config)
    : sc_module(name),
      config_space_(pci::nicstar_identity()),
      dma_("dma"),
      tx_cells_("tx_fifo", config.tx_fifo_cells),
      rx_words_("rx_words", kReceiveWords),
      initiator("initiator", pci_clock, dma_, &config_space_),
      target("target", pci_clock, config_space_, slot),
      phy("phy", line_clock, receive_edge, config.phy),
      sar("sar", pci_clock, dma_, tx_cells_, rx_words_, phy, config.sar),
      atm_tx("atm_tx", line_clock, tx_cells_),
      atm_rx("atm_rx", line_clock, rx_words_) {
    bus.attach(initiator.pins, "nic");
    bus.attach(target.pins, "nic");
    sar.inta(bus.inta("nic"));
    for (const unsigned bar : {0u, 1u}) target.connect(bar, sar.registers());
    atm_tx.pins.bind(utopia_tx), phy.tx_pins().bind(utopia_tx);
    atm_rx.pins.bind(utopia_rx), phy.rx_pins().bind(utopia_rx);
}

}  // namespace niclab::nic
