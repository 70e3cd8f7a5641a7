#include "cards/board/nic.h"

namespace niclab::board {

namespace {
/// Words the UTOPIA receiver may run ahead of the SRAM: two cells and a bit.
constexpr std::size_t kReceiveWords = 32;

std::unique_ptr<core::Clock> oscillator(const char* name, double hz) {
    if (hz <= 0) return nullptr;
    core::Clock::Config clock;
    clock.period_fs = static_cast<core::Femtoseconds>(1e15 / hz + 0.5);
    clock.phase_fs = clock.period_fs / 3;  // anywhere but at the other clocks' edges
    return std::make_unique<core::Clock>(name, clock);
}

/// No real product's: BAR0 4 KiB of registers, BAR1 packet memory.
pci::Identity packet_identity(const packet_sar::Config& config) {
    pci::Identity id;
    id.vendor = 0x1234;
    id.device = 0xA7A5;
    id.class_code = 0x020300;
    id.bar_octets = {4096, config.memory_octets, 0, 0, 0, 0};
    return id;
}

pci::Identity identity(const Config& config) {
    pci::Identity id = config.engine == EngineKind::Packet ? packet_identity(config.packet) : pci::nicstar_identity();
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
      pci_clock_(pci_clock),
      line_clock_(line_clock),
      own_sar_clock_(oscillator("sar_clock", config.sar_hz)),
      own_utopia_clock_(oscillator("utopia_clock", config.utopia_hz)),
      utopia_config_(utopia_of(config)),
      config_space_(identity(config)),
      dma_("dma"),
      tx_cells_("tx_fifo", config.tx_fifo_cells),
      rx_words_("rx_words", kReceiveWords),
      initiator("initiator", pci_clock, dma_, &config_space_, initiator_config(config)),
      target("target", pci_clock, config_space_, slot, target_config(config)),
      phy("phy", line_clock, utopia_clock(), receive_edge, config.phy, utopia_config_),
      sar(config.engine == EngineKind::Nicstar
              ? std::make_unique<nicstar::Sar>("sar", sar_clock(), dma_, tx_cells_, rx_words_, phy, sar_of(config))
              : nullptr),
      packet_sar(config.engine == EngineKind::Packet ? std::make_unique<packet_sar::PacketSar>(
                                                           "sar", pci_clock, dma_, tx_cells_, rx_words_, config.packet)
                                                     : nullptr),
      atm_tx("atm_tx", utopia_clock(), tx_cells_, utopia_config_),
      atm_rx("atm_rx", utopia_clock(), rx_words_, utopia_config_) {
    bus.attach(initiator.pins, "nic");
    bus.attach(target.pins, "nic");
    if (sar)
        connect_nicstar(bus, config);
    else
        connect_packet(bus);
    atm_tx.pins.bind(utopia_tx), phy.tx_pins().bind(utopia_tx);
    atm_rx.pins.bind(utopia_rx), phy.rx_pins().bind(utopia_rx);
}

void Nic::connect_nicstar(pci::Bus& bus, const Config& config) {
    engine_ = sar.get();
    sar->inta(bus.inta("nic"));
    sar->rst(bus.rst());
    for (const unsigned bar : {0u, 1u}) target.connect(bar, sar->registers());
    // The handshake follows UMODE on both sides of the interface (*assumed*: no source says how the PHY is told).
    sar->octet_handshake.connect([this, strapped = config.utopia.octet_level](const bool& on) {
        const bool octet_level = on || strapped;
        atm_tx.set_octet_level(octet_level), atm_rx.set_octet_level(octet_level);
        phy.set_octet_level(octet_level);
        handshake_set(core::now_fs(), octet_level);
    });
    phy.interrupt_raised().connect([this] { sar->wake(); });
}

void Nic::connect_packet(pci::Bus& bus) {
    engine_ = packet_sar.get();
    no_sram_ = std::make_unique<core::Wire<card::SramAccess>>("no_sram");
    packet_sar->inta(bus.inta("nic"));
    packet_sar->rst(bus.rst());
    target.connect(0, packet_sar->registers());
    target.connect(1, packet_sar->window());
}

nicstar::Config Nic::sar_of(const Config& config) const {
    nicstar::Config c = config.sar;
    // A read waits for the SAR's next edge but one, whenever that comes.
    if (own_sar_clock_)
        c.register_wait_clocks += static_cast<unsigned>(2 * own_sar_clock_->period_fs() / pci_clock_.period_fs()) + 1;
    return c;
}

utopia::Config Nic::utopia_of(const Config& config) {
    utopia::Config c = config.utopia;
    c.separate_clock = config.utopia_hz > 0;
    return c;
}

}  // namespace niclab::board
