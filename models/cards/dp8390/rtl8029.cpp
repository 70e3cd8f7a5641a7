#include "cards/dp8390/rtl8029.h"

namespace niclab::dp8390 {

namespace {

pci::Identity identity() {
    pci::Identity id;
    id.vendor = 0x10EC, id.device = 0x8029;
    id.class_code = 0x020000;
    id.bar_octets[0] = kPorts, id.bar_is_io[0] = true;
    return id;
}

}  // namespace

Rtl8029::Rtl8029(sc_core::sc_module_name name, const ether_board::SlotConnection& connection, const Config& config)
    : sc_module(name),
      chip_clock_("chip_clock", chip_oscillator(checked(config))),
      config_space_(identity()),
      target("target", connection.bus_clock, config_space_, connection.slot),
      chip("chip", chip_clock_, config),
      mac("mac", connection.txc, connection.rxc, chip.line_out(), chip.from_mac, config.mac) {
    connection.bus.attach(target.pins, connection.agent);
    target.connect(0, chip.host.window);
    chip.inta(connection.bus.inta(connection.agent));
    chip.rst(connection.bus.rst());
    chip.connect(mac);
    chip.show_realtek();
}

}  // namespace niclab::dp8390
