#include "cards/dp8390/ne2000.h"

namespace niclab::dp8390 {

namespace {

constexpr unsigned kLatchPorts = kResetPort - kDataPort;

isa::Decode decode_of(const Jumpers& jumpers) {
    isa::Decode d;
    d.ports = {checked(jumpers).port, kPorts};
    d.word_ports = {jumpers.port + kDataPort, kLatchPorts};
    return d;
}

}  // namespace

Config Ne2000::ne2000_defaults() {
    Config c;
    c.address = {0x00, 0x00, 0x1B, 0, 0, 1};
    c.latched = true;
    c.remote_read_clocks = 7, c.remote_write_clocks = 19;
    return c;
}

bool Ne2000::Ports::ready(const Access& a) {
    if (!latched(a)) return chip_.host.window.ready(a);
    return bus::is_write(a.command) ? !chip_.latch.write.full() : chip_.latch.has_word();
}

std::uint32_t Ne2000::Ports::read(const Access& a) {
    if (!latched(a)) return chip_.host.window.read(a);
    return std::uint32_t{chip_.take_latched()} << 8 * (a.address & 3u);
}

void Ne2000::Ports::write(const Access& a, std::uint32_t data) {
    if (!latched(a)) return chip_.host.window.write(a, data);
    const unsigned lane = a.address & 3u;
    const auto octets = std::uint8_t(__builtin_popcount(a.byte_enables));
    chip_.latch.write.post({std::uint16_t(data >> 8 * lane), octets, 0});
}

Ne2000::Ne2000(sc_core::sc_module_name name, const ether_board::IsaSeat& seat, const Config& config,
               const Jumpers& jumpers)
    : sc_module(name),
      chip_clock_("chip_clock", chip_oscillator(checked(config))),
      chip("chip", chip_clock_, config),
      ports_(chip),
      slave("slave", seat.bus, seat.agent, decode_of(jumpers), ports_),
      mac("mac", seat.txc, seat.rxc, chip.to_mac, chip.from_mac, config.mac) {
    slave.beside(chip_clock_);
    slave.ready_with_post(chip.host.window.answers);
    slave.ready_with_take(chip.host.window.requests);
    slave.ready_with_post(chip.latch.read);
    slave.ready_with_take(chip.latch.write);
    chip.inta(seat.bus.irq(line_of(jumpers)));
    chip.rst(seat.bus.reset());
    chip.connect(mac);
}

}  // namespace niclab::dp8390
