#include "nic/nic.h"

namespace niclab::nic {

namespace {
/// Words the UTOPIA receiver may run ahead of the SRAM: two cells and a bit.
constexpr std::size_t kReceiveWords = 32;

std::unique_ptr<core::Clock> utopia_oscillator(const Config& config) {
    if (config.utopia_hz <= 0) return nullptr;
    core::Clock::Config clock;
    clock.period_fs = static_cast<core::Femtoseconds>(1e15 / config.utopia_hz + 0.5);
    clock.phase_fs = clock.period_fs / 3;  // anywhere but at the line's edges
    return std::make_unique<core::Clock>("utopia_clock", clock);
}

pci::Identity identity(const Config& config) {
    pci::Identity id = pci::nicstar_identity();
    id.capable_66mhz = config.capable_66mhz;
    return id;
}

pci::InitiatorConfig initiator_config(const Config& config) {
    pci::InitiatorConfig c;
    c.wide = config.wide;
    return c;
}

pci::TargetConfig target_config(const Config& config) {
    pci::TargetConfig c;
    c.wide = config.wide;
    return c;
}
}  // namespace

Nic::Nic(sc_core::sc_module_name name, core::Clock& pci_clock, core::Clock& line_clock,
         const sc_core::sc_event& receive_edge, pci::Bus& bus, unsigned slot, const Config& config)
    : sc_module(name),
      line_clock_(line_clock),
      own_utopia_clock_(utopia_oscillator(config)),
      utopia_config_(utopia_of(config)),
      config_space_(identity(config)),
      dma_("dma"),
      tx_cells_("tx_fifo", config.tx_fifo_cells),
      rx_words_("rx_words", kReceiveWords),
      initiator("initiator", pci_clock, dma_, &config_space_, initiator_config(config)),
      target("target", pci_clock, config_space_, slot, target_config(config)),
      phy("phy", line_clock, utopia_clock(), receive_edge, config.phy, utopia_config_),
      sar("sar", pci_clock, dma_, tx_cells_, rx_words_, phy, config.sar),
      atm_tx("atm_tx", utopia_clock(), tx_cells_, utopia_config_),
      atm_rx("atm_rx", utopia_clock(), rx_words_, utopia_config_) {
    bus.attach(initiator.pins, "nic");
    bus.attach(target.pins, "nic");
    sar.inta(bus.inta("nic"));
    sar.rst(bus.rst());
    for (const unsigned bar : {0u, 1u}) target.connect(bar, sar.registers());
    atm_tx.pins.bind(utopia_tx), phy.tx_pins().bind(utopia_tx);
    atm_rx.pins.bind(utopia_rx), phy.rx_pins().bind(utopia_rx);
    // The handshake follows UMODE on both sides of the interface (*assumed*: no source says how the PHY is told).
    sar.octet_handshake.listen([this, strapped = config.utopia.octet_level](const bool& on) {
        const bool octet_level = on || strapped;
        atm_tx.set_octet_level(octet_level), atm_rx.set_octet_level(octet_level);
        phy.set_octet_level(octet_level);
    });
    phy.interrupt_raised().listen([this] { sar.wake(); });
}

utopia::Config Nic::utopia_of(const Config& config) {
    utopia::Config c = config.utopia;
    c.separate_clock = config.utopia_hz > 0;
    return c;
}

}  // namespace niclab::nic
