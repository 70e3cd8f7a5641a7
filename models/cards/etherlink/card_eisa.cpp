#include "cards/etherlink/card_eisa.h"

#include "cards/etherlink/card_3c509.h"
#include "cards/etherlink/checked.h"
#include "eisa/slot.h"

namespace niclab::etherlink {

namespace {

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
    c.product = product_word(kProduct3c597);
    return c;
}

Config CardEisa::card_3c579_defaults() {
    Config c = Card3c509::card_3c509_defaults();
    c.eisa = true;
    c.product = product_word(kProduct3c579);
    return c;
}

CardEisa::CardEisa(sc_core::sc_module_name name, const ether_board::EisaSlotConnection& connection,
                   const Config& config)
    : SlotCard(
          name, (config.isa ? 50 : 40) * base::kNanosecond,
          [&connection](unsigned n) -> core::Wire<bool>& { return connection.bus.add_irq(n, connection.agent); },
          checked_eisa(config)),
      board_(chip.host.window),
      slave("slave", connection.bus, connection.slot, connection.agent, decode_of(config, connection.slot), board_),
      mac("mac", connection.txc, connection.rxc, chip.line_out(), chip.line_in(), mac_of(config)) {
    if (!config.isa)
        master = std::make_unique<eisa::Master>("master", connection.halves, connection.bus, connection.slot,
                                                connection.agent + "_master", chip.master.channel);
    connect(slave, connection.bus.reset(), mac);
}

}  // namespace niclab::etherlink
