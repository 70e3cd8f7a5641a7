#include "cards/dp8390/rtl8029.h"

#include <stdexcept>

namespace niclab::dp8390 {

namespace {

void require(bool ok, const char* what) {
    if (!ok) throw std::invalid_argument(what);
}

const Config& checked(const Config& c) {
    require(c.chip_hz >= 1e6 && c.chip_hz <= 100e6, "chip_hz: 1e6 to 100e6");
    require(c.dma_clocks >= 1 && c.dma_clocks <= 255, "dma_clocks: 1 to 255");
    require(c.register_clocks >= 1 && c.register_clocks <= 255, "register_clocks: 1 to 255");
    const bool power_of_two = (c.ram_octets & (c.ram_octets - 1)) == 0;
    require(power_of_two && c.ram_octets >= 4096 && c.ram_octets <= 16384, "ram_octets: 4096, 8192 or 16384");
    return c;
}

core::Clock::Config oscillator(double hz) {
    core::Clock::Config clock;
    clock.period_fs = core::Femtoseconds(1e15 / hz + 0.5);
    clock.phase_fs = clock.period_fs / 3;  // anywhere but at the other clocks' edges
    return clock;
}

pci::Identity identity() {
    pci::Identity id;
    id.vendor = 0x10EC, id.device = 0x8029;
    id.class_code = 0x020000;
    id.bar_octets[0] = kPorts, id.bar_is_io[0] = true;
    return id;
}

}  // namespace

Rtl8029::Rtl8029(sc_core::sc_module_name name, const ether_board::Seat& seat, const Config& config)
    : sc_module(name),
      chip_clock_("chip_clock", oscillator(checked(config).chip_hz)),
      config_space_(identity()),
      target("target", seat.bus_clock, config_space_, seat.slot),
      chip("chip", chip_clock_, config),
      mac("mac", seat.txc, seat.rxc, chip.to_mac, chip.from_mac, config.mac) {
    seat.bus.attach(target.pins, seat.agent);
    target.connect(0, chip.host.window);
    chip.inta(seat.bus.inta(seat.agent));
    chip.rst(seat.bus.rst());
    chip.connect(mac);
}

}  // namespace niclab::dp8390
