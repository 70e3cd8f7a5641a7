#include "cards/etherlink/card_3c595.h"

#include <stdexcept>

namespace niclab::etherlink {

namespace {

void require(bool ok, const char* what) {
    if (!ok) throw std::invalid_argument(what);
}

const Config& checked(const Config& c) {
    require(c.mbps == 10 || c.mbps == 100, "mbps: 10 or 100");
    const bool power_of_two = (c.ram_octets & (c.ram_octets - 1)) == 0;
    require(power_of_two && c.ram_octets >= 8192 && c.ram_octets <= 65536, "ram_octets: 8192, 16384, 32768 or 65536");
    require(c.receive_share <= 3, "receive_share: 0 to 3");
    require(c.receive_packets >= 1 && c.receive_packets <= 64, "receive_packets: 1 to 64");
    require(c.register_clocks >= 1 && c.register_clocks <= 255, "register_clocks: 1 to 255");
    require(c.discard_clocks >= 1 && c.discard_clocks <= 10'000, "discard_clocks: 1 to 10000");
    require(c.reset_clocks >= 1 && c.reset_clocks <= 10'000, "reset_clocks: 1 to 10000");
    require(c.eeprom_read_us >= 1 && c.eeprom_read_us <= 10'000, "eeprom_read_us: 1 to 10000");
    require(c.total_reset_us >= 1 && c.total_reset_us <= 10'000, "total_reset_us: 1 to 10000");
    return c;
}

pci::Identity card_identity() {
    pci::Identity id;
    id.vendor = 0x10B7, id.device = 0x5950;
    id.class_code = 0x020000;
    id.min_gnt = 0x03, id.max_lat = 0x08;
    id.bar_octets[0] = kPorts, id.bar_is_io[0] = true;
    return id;
}

ether::MacConfig mac_of(const Config& config) {
    ether::MacConfig mac = config.mac;
    mac.width = config.mbps == 100 ? 4 : 1;
    return mac;
}

}  // namespace

Card3c595::Card3c595(sc_core::sc_module_name name, const ether_board::Seat& seat, const Config& config)
    : MasterCard(name, seat, card_identity(), checked(config), mac_of(config)) {}

}  // namespace niclab::etherlink
