#include "cards/lance/at1500.h"

#include <algorithm>
#include <stdexcept>

namespace niclab::lance {

namespace {

constexpr core::Femtoseconds kChipClock = 50'000'000;

template <std::size_t kPlaces>
void choose(unsigned value, const std::array<unsigned, kPlaces>& places, const char* sentence) {
    if (std::find(places.begin(), places.end(), value) == places.end()) throw std::invalid_argument(sentence);
}

const At1500::Jumpers& checked(const At1500::Jumpers& j) {
    choose(j.port, std::array{0x300u, 0x320u, 0x340u, 0x360u}, "port: out of range; expected 300H, 320H, 340H or 360H");
    choose(j.irq, At1500::kIrqs, "irq: out of range; expected 3, 4, 5, 9, 10, 11, 12 or 15");
    choose(j.channel, At1500::kChannels, "channel: out of range; expected 3, 5, 6 or 7");
    return j;
}

isa::Decode decode_of(const At1500::Jumpers& j) {
    isa::Decode d;
    d.ports = {checked(j).port, At1500::kIsaPorts};
    d.word_ports = {j.port + kRegisters, At1500::kIsaPorts - kRegisters};
    return d;
}

isa::MasterConfig master_of(const At1500::Jumpers& j) {
    isa::MasterConfig c;
    c.channel = j.channel;
    return c;
}

}  // namespace

Config At1500::at1500_defaults() {
    Config c;
    c.address = {0x00, 0x00, 0xF4, 0, 0, 1};
    c.chip.styles = false, c.chip.format.dwords = false;
    c.chip.own_check = false;
    c.chip.id_low = 0x3003, c.chip.id_high = 0x0000;
    c.chip.always_bursts = true;
    c.chip.send_fifo_octets = 136, c.chip.receive_fifo_octets = 128;
    c.chip.send_starts = {4, 16, 64, 112};
    c.chip.send_marks = {8, 16, 32, 32};
    c.chip.receive_marks = {16, 32, 64, 64};
    return c;
}

At1500::At1500(sc_core::sc_module_name name, const ether_board::IsaSlotConnection& connection, const Config& config,
               const Jumpers& jumpers)
    : sc_module(name),
      chip_clock_("chip_clock", {kChipClock, 0, false}),
      chip("chip", chip_clock_, checked(config)),
      slave("slave", connection.bus, connection.agent, decode_of(jumpers), chip.host.window),
      master("master", chip_clock_, connection.bus, connection.agent + "_master", chip.master.channel,
             master_of(jumpers)),
      mac("mac", connection.txc, connection.rxc, chip.line_out(), chip.line_in(), config.mac) {
    slave.set_port_clock(chip_clock_);
    slave.ready_with_post(chip.host.window.answers);
    slave.ready_with_take(chip.host.window.requests);
    chip.inta(connection.bus.irq(jumpers.irq));
    chip.rst(connection.bus.reset());
    chip.connect(mac);
}

}  // namespace niclab::lance
