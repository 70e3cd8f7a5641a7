#include "cards/etherlink/card_3c509.h"

#include "cards/etherlink/checked.h"

namespace niclab::etherlink {

namespace {

constexpr std::uint32_t kIdPorts = 0x100;  ///< 100H to 1F0H, each sixteenth.

}  // namespace

Config Card3c509::card_3c509_defaults() {
    Config c;
    c.isa = true;
    c.product = 0x9050;
    c.ram_octets = 4096;
    c.register_clocks = 1;
    return c;
}

isa::Decode Card3c509::Board::decode() const {
    isa::Decode d;
    d.listened = heard_ != 0 ? isa::Window{heard_, 1} : isa::Window{kIdPorts, kIdPorts};
    d.listened_answers = id_.answers();
    if (id_.port() != 0) d.ports = d.word_ports = {id_.port(), 16};
    return d;
}

std::uint32_t Card3c509::Board::read(const Access& a) {
    if (a.window != isa::Slave::kListened) return card_.chip.host.window.read(a);
    return std::uint32_t{id_.read(core::now_fs())} << 8 * (a.address & 3u);
}

void Card3c509::Board::write(const Access& a, std::uint32_t data) {
    if (a.window != isa::Slave::kListened) return card_.chip.host.window.write(a, data);
    if (a.address % 16 != 0) return;
    heard_ = a.address;
    id_.write(std::uint8_t(data >> 8 * (a.address & 3u)), core::now_fs());
    card_.slave.set_decode(decode());
}

Card3c509::Card3c509(sc_core::sc_module_name name, const ether_board::IsaSlotConnection& connection,
                     const Config& config)
    : SlotCard(
          name, 50 * base::kNanosecond,
          [&connection](unsigned n) -> core::Wire<bool>& { return connection.bus.irq(n); }, checked_isa(config)),
      board_(*this, config),
      slave("slave", connection.bus, connection.agent, board_.decode(), board_),
      mac("mac", connection.txc, connection.rxc, chip.line_out(), chip.line_in(), config.mac) {
    connect(slave, connection.bus.reset(), mac);
}

}  // namespace niclab::etherlink
