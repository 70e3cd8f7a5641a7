#include "cards/dp8390/at_lantic.h"

#include "cards/dp8390/ne2000.h"
#include "cards/dp8390/registers.h"

namespace niclab::dp8390 {

namespace {

/// Of the shared mode.
constexpr unsigned kControl = 0, kAtDetect = 1, kControl2 = 5, kAddress = 8;
constexpr std::uint8_t kSlotOf16Bits = 0x01;

}  // namespace

Config AtLantic::at_lantic_defaults() {
    Config c = Ne2000::ne2000_defaults();
    c.address = {0x08, 0x00, 0x17, 0, 0, 1};
    c.one_port = true;
    return c;
}

std::uint8_t AtLantic::Block::read_register(unsigned number) const {
    if (number == kAtDetect) return kSlotOf16Bits;
    return number == kControl || number == kControl2 || number >= kAddress ? registers_[number] : kUndriven;
}

void AtLantic::Block::write_register(unsigned number, std::uint8_t value) {
    if (number != kControl && number != kControl2) return;
    registers_[number] = value;
    core::fire(card_.changed_);
}

bus::TargetPort& AtLantic::Board::shown() {
    if (card_.shared_) return card_.block_;
    return card_.ports_;
}

isa::Decode AtLantic::decode() const {
    const std::uint32_t port = configuration_.port();
    isa::Decode d = shared_ ? block_.decode(port) : LatchPorts::decode(port);
    if (port == 0) d.ports = d.word_ports = {};
    return d;
}

AtLantic::AtLantic(sc_core::sc_module_name name, const ether_board::IsaSlotConnection& connection, const Config& config,
                   const Configuration::Image& eeprom)
    : sc_module(name),
      configuration_(eeprom),
      chip_clock_("chip_clock", chip_oscillator(checked(config))),
      bus_reset_(connection.bus.reset()),
      irqs_(Configuration::kIrqs, [&connection](unsigned n) -> core::Wire<bool>& { return connection.bus.irq(n); }),
      shared_(configuration_.shared()),
      chip("chip", chip_clock_, config),
      ports_(chip),
      block_(*this),
      board_(*this),
      slave("slave", connection.bus, connection.agent, decode(), board_),
      mac("mac", connection.txc, connection.rxc, chip.line_out(), chip.from_mac, config.mac) {
    SC_HAS_PROCESS(AtLantic);
    slave.set_port_clock(chip_clock_);
    ports_.connect(slave);
    slave.ready_with_post(chip.gate.granted);
    chip.extend(configuration_);
    chip.inta(inta_);
    chip.rst(reset_);
    chip.connect(mac);
    SC_METHOD(on_change);
    sensitive << inta_ << bus_reset_ << changed_ << chip.configured_event();
}

void AtLantic::on_change() {
    if (bus_reset_.read()) configuration_.load();
    shared_ = configuration_.shared();
    chip.memory().show_prom(!shared_);
    reset_.write(bus_reset_.read() || (shared_ && block_.resets()));
    irqs_.drive(inta_.read(), configuration_.irq());
    slave.set_decode(decode());
}

}  // namespace niclab::dp8390
