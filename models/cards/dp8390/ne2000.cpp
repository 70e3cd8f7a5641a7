#include "cards/dp8390/ne2000.h"

namespace niclab::dp8390 {

Config Ne2000::ne2000_defaults() {
    Config c;
    c.address = {0x00, 0x00, 0x1B, 0, 0, 1};
    c.latched = true;
    c.remote_read_clocks = 7, c.remote_write_clocks = 19;
    return c;
}

Ne2000::Ne2000(sc_core::sc_module_name name, const ether_board::IsaSlotConnection& connection, const Config& config,
               const Jumpers& jumpers)
    : sc_module(name),
      chip_clock_("chip_clock", chip_oscillator(checked(config))),
      chip("chip", chip_clock_, config),
      ports_(chip),
      slave("slave", connection.bus, connection.agent, LatchPorts::decode(checked(jumpers).port), ports_),
      mac("mac", connection.txc, connection.rxc, chip.line_out(), chip.from_mac, config.mac) {
    slave.set_port_clock(chip_clock_);
    ports_.connect(slave);
    chip.inta(connection.bus.irq(line_of(jumpers)));
    chip.rst(connection.bus.reset());
    chip.connect(mac);
}

}  // namespace niclab::dp8390
