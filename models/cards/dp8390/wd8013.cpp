#include "cards/dp8390/wd8013.h"

#include <algorithm>
#include <stdexcept>

namespace niclab::dp8390 {

namespace {

constexpr std::uint8_t kSoftwareConfigured = 0x20;  // of octet 14
/// Codes of the interrupts that the board has, by their place.
constexpr std::array<unsigned, 8> kIrqs{9, 3, 5, 7, 10, 11, 15, 4};

unsigned code_of(unsigned irq) {
    for (unsigned code = 0; code < kIrqs.size(); ++code)
        if (kIrqs[code] == irq) return code;
    throw std::invalid_argument("irq: out of range; expected 3, 4, 5, 7, 9, 10, 11 or 15");
}

}  // namespace

const std::vector<unsigned>& Wd8013::irqs() {
    static const std::vector<unsigned> ascending = [] {
        std::vector<unsigned> all(kIrqs.begin(), kIrqs.end());
        std::sort(all.begin(), all.end());
        return all;
    }();
    return ascending;
}

Config Wd8013::wd8013_defaults() {
    Config c;
    c.address = {0x00, 0x00, 0xC0, 0, 0, 1};
    c.prom = false;
    return c;
}

Wd8013::Board::Board(Wd8013& card) : SharedPorts(card.chip), card_(card) {
    const unsigned code = code_of(card.jumpers_.irq);
    registers_[1] = std::uint8_t(1u | (code & 4u));
    registers_[4] = std::uint8_t((code & 3u) << 5);
    registers_[5] = 1;
    set_address(kSoftwareConfigured);
}

/// Bit 0 of register 1 is the slot's, the address cannot be written.
void Wd8013::Board::write_register(unsigned number, std::uint8_t value) {
    if (number >= 8) return;
    registers_[number] = number == 1 ? std::uint8_t(value | 1u) : value;
    card_.slave.set_decode(decode());
    core::fire(card_.changed_);
}

Wd8013::Wd8013(sc_core::sc_module_name name, const ether_board::IsaSlotConnection& connection, const Config& config,
               const Jumpers& jumpers)
    : sc_module(name),
      chip_clock_("chip_clock", chip_oscillator(checked(config))),
      irq_(connection.bus.irq(line_of(checked(jumpers)))),
      bus_reset_(connection.bus.reset()),
      jumpers_(jumpers),
      chip("chip", chip_clock_, config),
      board_(*this),
      slave("slave", connection.bus, connection.agent, board_.decode(), board_),
      mac("mac", connection.txc, connection.rxc, chip.line_out(), chip.from_mac, config.mac) {
    SC_HAS_PROCESS(Wd8013);
    slave.set_port_clock(chip_clock_);
    board_.connect(slave);
    chip.inta(inta_);
    chip.rst(reset_);
    chip.connect(mac);
    SC_METHOD(on_change);
    sensitive << inta_ << bus_reset_ << changed_;
}

void Wd8013::on_change() {
    reset_.write(bus_reset_.read() || board_.resets());
    irq_.write(inta_.read() && board_.interrupts());
}

}  // namespace niclab::dp8390
