#include "cards/etherlink/card_eisa.h"

#include "cards/etherlink/checked.h"
#include "eisa/slot.h"

namespace niclab::etherlink {

namespace {

core::Clock::Config chip_clock_of(const Config& config) {
    core::Clock::Config clock;
    clock.period_fs = (config.isa ? 50 : 40) * base::kNanosecond;
    clock.phase_fs = clock.period_fs / 3;  // anywhere but at the bus's edges
    return clock;
}

eisa::Decode decode_of(const Config& config, unsigned slot) {
    const std::uint32_t first = eisa::slot_ports(slot);
    eisa::Decode d;
    d.ports[0] = {first, config.isa ? kOperating : kPorts};
    d.ports[1] = {first + eisa::kProductPort, kWindowPorts};
    return d;
}

/// Its octets in the order of the ports, as a word.
std::uint16_t product_word(std::uint16_t product) { return std::uint16_t(eisa::product_id("TCM", product) >> 16); }

const Config& checked_eisa(const Config& c) { return c.isa ? checked_isa(c) : checked(c); }

}  // namespace

Config CardEisa::card_3c597_defaults() {
    Config c;
    c.eisa = true;
    c.product = product_word(0x5970);
    return c;
}

Config CardEisa::card_3c579_defaults() {
    Config c;
    c.isa = c.eisa = true;
    c.product = product_word(0x5092);
    c.ram_octets = 4096;
    c.register_clocks = 1;
    return c;
}

CardEisa::CardEisa(sc_core::sc_module_name name, const ether_board::EisaSeat& seat, const Config& config)
    : sc_module(name),
      chip_clock_("chip_clock", chip_clock_of(config)),
      irqs_([&seat](unsigned n) -> core::Wire<bool>& { return seat.bus.add_irq(n, seat.agent); }),
      chip("chip", chip_clock_, checked_eisa(config)),
      board_(chip.host.window),
      slave("slave", seat.bus, seat.slot, seat.agent, decode_of(config, seat.slot), board_),
      mac("mac", seat.txc, seat.rxc, chip.to_mac, chip.from_mac, mac_of(config)) {
    SC_HAS_PROCESS(CardEisa);
    if (!config.isa)
        master = std::make_unique<eisa::Master>("master", seat.halves, seat.bus, seat.slot, seat.agent + "_master",
                                                chip.master.channel);
    slave.ready_with(chip.host.window.answers.posted_event());
    slave.ready_with(chip.host.window.requests.taken_event());
    chip.inta(inta_);
    chip.rst(seat.bus.reset());
    chip.connect(mac);
    SC_METHOD(on_interrupt);
    sensitive << inta_ << chip.irq_chosen.value_changed_event();
}

void CardEisa::on_interrupt() { irqs_.drive(inta_.read(), chip.irq_chosen.read()); }

}  // namespace niclab::etherlink
