#include "cards/dp8390/shared_ports.h"

#include <algorithm>
#include <numeric>

namespace niclab::dp8390 {

void SharedPorts::set_address(std::uint8_t card_kind) {
    const Address& address = chip_.config().address;
    std::copy(address.begin(), address.end(), registers_.begin() + 8);
    registers_[14] = card_kind;
    registers_[15] = std::uint8_t(0xFFu - std::accumulate(registers_.begin() + 8, registers_.begin() + 15, 0u));
}

isa::Decode SharedPorts::decode(std::uint32_t port) const {
    isa::Decode d;
    d.ports = {port, kPorts};
    const std::uint32_t base = (registers_[0] & 0x3Fu) << 13 | (registers_[5] & 0x1Fu) << 19;
    if (registers_[0] & kMemory) d.memory = {base, std::uint32_t(chip_.config().ram_octets)};
    d.word_memory = (registers_[5] & kWide) != 0;
    return d;
}

bool SharedPorts::ready(const Access& a) {
    if (of_chip(a)) return chip_.host.window.ready(chip_access(a));
    return a.window == isa::Slave::kPorts || !chip_.config().one_port || chip_.gate.passes();
}

void SharedPorts::connect(isa::Slave& slave) {
    slave.ready_with_post(chip_.host.window.answers);
    slave.ready_with_take(chip_.host.window.requests);
    slave.ready_with_post(chip_.gate.granted);
}

void SharedPorts::report_access(const Access& a, bool write) {
    if (a.window != isa::Slave::kMemory) return copies_.over();
    copies_.moved(write, a.offset + unsigned(__builtin_ctz(a.byte_enables)),
                  unsigned(__builtin_popcount(a.byte_enables)));
}

std::uint32_t SharedPorts::read(const Access& a) {
    report_access(a, false);
    if (of_chip(a)) return chip_.host.window.read(chip_access(a));
    std::uint32_t value = 0;
    for (unsigned lane = 0; lane < 4; ++lane) {
        if (!(a.byte_enables >> lane & 1u)) continue;
        const std::uint32_t at = a.offset + lane;
        const std::uint8_t octet =
            a.window == isa::Slave::kPorts ? read_register(at) : chip_.memory().read(std::uint16_t(at));
        value |= std::uint32_t{octet} << 8 * lane;
    }
    return value;
}

void SharedPorts::write(const Access& a, std::uint32_t data) {
    report_access(a, true);
    if (of_chip(a)) return chip_.host.window.write(chip_access(a), data);
    for (unsigned lane = 0; lane < 4; ++lane) {
        if (!(a.byte_enables >> lane & 1u)) continue;
        const auto octet = std::uint8_t(data >> 8 * lane);
        if (a.window == isa::Slave::kPorts)
            write_register(a.offset + lane, octet);
        else
            chip_.memory().write(std::uint16_t(a.offset + lane), octet);
    }
}

}  // namespace niclab::dp8390
