#include "net/access.h"

namespace niclab::net {

namespace {

core::Clock::Config clock_of(const core::Clock& card, core::Femtoseconds phase) {
    core::Clock::Config c;
    c.period_fs = card.period_fs(), c.phase_fs = phase;
    return c;
}

}  // namespace

fiber::Config Access::fiber() {
    fiber::Config c;
    c.length_m = kMetres;
    return c;
}

Access::Access(sc_core::sc_module_name name, core::Clock& card_clock, core::Femtoseconds phase)
    : sc_module(name),
      clock_("oscillator", clock_of(card_clock, phase)),
      from_card_("from_card", card_clock, fiber()),
      to_card_("to_card", clock_, fiber()),
      phy_("phy", clock_, from_card_.edge(), phy::Config{}),
      sending("sending", kSendCells),
      received("received", kReceiveWords),
      tx_("utopia_tx", clock_, sending),
      rx_("utopia_rx", clock_, received),
      tx_link_("tx_link", clock_, tx_, phy_.tx_end(), sending),
      rx_link_("rx_link", clock_, rx_, phy_.rx_end(), phy_.rx_fifo()) {
    tx_.pins.bind(tx_pins_), phy_.tx_pins().bind(tx_pins_);
    rx_.pins.bind(rx_pins_), phy_.rx_pins().bind(rx_pins_);
    phy_.edge_runners().add(tx_link_), phy_.edge_runners().add(rx_link_);
}

void Access::join(phy::Suni& card, fiber::LinePins<core::Net>& launch, fiber::LinePins<core::Net>& arrive) {
    from_card_.in.bind(launch);
    from_card_.out.bind(from_arrive_), phy_.line_rx.bind(from_arrive_);
    phy_.line_tx.bind(to_launch_), to_card_.in.bind(to_launch_);
    to_card_.out.bind(arrive);
    const std::string base = basename();  // The two are created next to this module, not in it.
    from_line_ = std::make_unique<phy::OctetLine>((base + "_from_card_octets").c_str(), card, from_card_, phy_);
    to_line_ = std::make_unique<phy::OctetLine>((base + "_to_card_octets").c_str(), phy_, to_card_, card);
}

void Access::enter_transaction_level() {
    tx_link_.enter_transaction_level(), rx_link_.enter_transaction_level();
    from_line_->enter_transaction_level(*to_line_), to_line_->enter_transaction_level(*from_line_);
}

}  // namespace niclab::net
