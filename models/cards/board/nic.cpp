#include "cards/board/nic.h"

#include "cards/board/spans.h"

namespace niclab::board {

namespace {
/// Words by which the UTOPIA receiver may be ahead of the chip: slightly more than two cells.
constexpr std::size_t kReceiveWords = 32;
constexpr unsigned kBars = 6;

std::unique_ptr<core::Clock> oscillator(const char* name, double hz) {
    if (hz <= 0) return nullptr;
    core::Clock::Config clock;
    clock.period_fs = static_cast<core::Femtoseconds>(1e15 / hz + 0.5);
    clock.phase_fs = clock.period_fs / 3;  // A phase that is not that of the other clocks' edges.
    return std::make_unique<core::Clock>(name, clock);
}

pci::InitiatorConfig initiator_config(const Config& config) {
    pci::InitiatorConfig c;
    c.wide = config.pci.wide;
    return c;
}

pci::TargetConfig target_config(const Config& config) {
    pci::TargetConfig c;
    c.wide = config.pci.wide;
    return c;
}
}  // namespace

Nic::Nic(sc_core::sc_module_name name, const card::Slot& slot, const Plan& plan)
    : Card(name),
      line_clock_(slot.line_clock),
      own_chip_clock_(oscillator("sar_clock", plan.chip_hz())),
      own_utopia_clock_(oscillator("utopia_clock", plan.board.utopia_hz)),
      utopia_config_(utopia_of(plan.board)),
      config_space_(plan.identity()),
      dma_("dma"),
      tx_cells_("tx_fifo", plan.tx_fifo_cells()),
      rx_words_("rx_words", kReceiveWords),
      initiator("initiator", slot.bus_clock, dma_, &config_space_, initiator_config(plan.board)),
      target("target", slot.bus_clock, config_space_, slot.number, target_config(plan.board)),
      phy("phy", slot.line_clock, utopia_clock(), slot.receive_edge, plan.board.phy, utopia_config_),
      chip_(plan.make_chip(connection(slot))),
      atm_tx("atm_tx", utopia_clock(), tx_cells_, utopia_config_),
      atm_rx("atm_rx", utopia_clock(), rx_words_, utopia_config_) {
    connect(slot);
    atm_tx.pins.bind(utopia_tx), phy.tx_pins().bind(utopia_tx);
    atm_rx.pins.bind(utopia_rx), phy.rx_pins().bind(utopia_rx);
}

SlotConnection Nic::connection(const card::Slot& slot) {
    core::Clock& clock = own_chip_clock_ ? *own_chip_clock_ : slot.bus_clock;
    return {slot.bus_clock, clock, dma_, tx_cells_, rx_words_, phy};
}

void Nic::connect(const card::Slot& slot) {
    slot.bus.attach(initiator.pins, slot.agent);
    slot.bus.attach(target.pins, slot.agent);
    if (!chip_->sram_wires()) no_sram_ = std::make_unique<core::Wire<card::SramAccess>>("no_sram");
    chip_->connect(slot.bus.inta(slot.agent), slot.bus.rst());
    for (unsigned bar = 0; bar < kBars; ++bar)
        if (bus::TargetPort* window = chip_->window(bar)) target.connect(bar, *window);
    phy.interrupt_raised().connect([this] { chip_->phy_interrupt(); });
    if (core::Signal<bool>* handshake = chip_->octet_handshake())
        handshake->connect([this](const bool& on) { set_octet_level(on || utopia_config_.octet_level); });
}

void Nic::add_sending(card::Spans& spans, const card::TracedPacket& packet) const {
    chip_->add_sending(spans, packet);
    const core::Femtoseconds on_utopia = utopia::words_of_cell(utopia_config_.width) * atm_tx.clock().period_fs();
    add_line(spans, packet, {on_utopia, atm::kCellOctets * phy.clock().period_fs()});
}

void Nic::add_receiving(card::Spans& spans, const card::TracedPacket& packet) const {
    add_off_the_line(spans, packet);
    chip_->add_receiving(spans, packet);
}

/// Both sides of the interface follow the chip (*assumed*: no source defines how the PHY is
/// notified).
void Nic::set_octet_level(bool on) {
    phy.edge_runners().synchronize();
    atm_tx.set_octet_level(on), atm_rx.set_octet_level(on);
    phy.set_octet_level(on);
    phy.edge_runners().reschedule();
    handshake_set(core::now_fs(), on);
}

utopia::Config Nic::utopia_of(const Config& config) {
    utopia::Config c = config.utopia;
    c.separate_clock = config.utopia_hz > 0;
    return c;
}

std::vector<card::FillLevel> Nic::fill_levels() {
    std::vector<card::FillLevel> levels{card::fill_level("sar_tx_fifo", "cells", tx_cells_),
                                        card::fill_level("phy_tx_fifo", "cells", phy.tx_fifo()),
                                        card::fill_level("phy_rx_fifo", "cells", phy.rx_fifo())};
    for (card::FillLevel& level : chip_->fill_levels()) levels.push_back(std::move(level));
    return levels;
}

}  // namespace niclab::board
