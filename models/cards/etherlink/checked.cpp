#include "cards/etherlink/checked.h"

#include <stdexcept>

namespace niclab::etherlink {

namespace {

void require(bool ok, const char* what) {
    if (!ok) throw std::invalid_argument(what);
}

}  // namespace

const Config& checked(const Config& c) {
    require(c.mbps == 10 || c.mbps == 100, "mbps: out of range; expected 10 or 100");
    const bool power_of_two = (c.ram_octets & (c.ram_octets - 1)) == 0;
    require(power_of_two && c.ram_octets >= 8192 && c.ram_octets <= 65536,
            "ram_octets: out of range; expected 8192, 16384, 32768 or 65536");
    require(c.receive_share <= 3, "receive_share: out of range; expected 0 to 3");
    require(c.receive_packets >= 1 && c.receive_packets <= 64, "receive_packets: out of range; expected 1 to 64");
    require(c.register_clocks >= 1 && c.register_clocks <= 255, "register_clocks: out of range; expected 1 to 255");
    require(c.discard_clocks >= 1 && c.discard_clocks <= 10'000, "discard_clocks: out of range; expected 1 to 10000");
    require(c.reset_clocks >= 1 && c.reset_clocks <= 10'000, "reset_clocks: out of range; expected 1 to 10000");
    require(c.eeprom_read_us >= 1 && c.eeprom_read_us <= 10'000, "eeprom_read_us: out of range; expected 1 to 10000");
    require(c.total_reset_us >= 1 && c.total_reset_us <= 10'000, "total_reset_us: out of range; expected 1 to 10000");
    return c;
}

const Config& checked_isa(const Config& c) {
    if (c.port % 16 != 0 || c.port < 0x200 || c.port > 0x3E0)
        throw std::invalid_argument("port: out of range; expected a multiple of 10H, 200H to 3E0H");
    if (c.mbps != 10) throw std::invalid_argument("mbps: out of range; expected 10");
    return c;
}

ether::MacConfig mac_of(const Config& config) {
    ether::MacConfig mac = config.mac;
    mac.width = config.mbps == 100 ? 4 : 1;
    return mac;
}

}  // namespace niclab::etherlink
