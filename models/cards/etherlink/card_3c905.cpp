#include "cards/etherlink/card_3c905.h"

#include "cards/etherlink/checked.h"
#include "cards/etherlink/list_layout.h"

namespace niclab::etherlink {

namespace {

constexpr unsigned kFiveToThree = 0, kThreeToFive = 3;

pci::Identity identity_of(const Config& config) {
    pci::Identity id;
    id.vendor = 0x10B7, id.device = config.product;
    id.class_code = 0x020000;
    id.revision = config.revision;
    id.min_gnt = 0x0A, id.max_lat = 0x0A;
    id.bar_octets[0] = config.boomerang ? kBoomerangPorts : kListPorts, id.bar_is_io[0] = true;
    if (!config.boomerang) id.bar_octets[1] = kListPorts;
    return id;
}

Config with_lists(std::uint16_t product, std::uint8_t revision) {
    Config c;
    c.lists = true;
    c.product = product, c.revision = revision;
    c.ram_octets = 8192, c.receive_share = kFiveToThree;
    c.receive_packets = 64;
    return c;
}

}  // namespace

Config Card3c905::card_3c905_defaults() {
    Config c = with_lists(0x9050, 0);
    c.boomerang = true;
    c.receive_share = kThreeToFive;
    return c;
}

Config Card3c905::card_3c905b_defaults() { return with_lists(0x9055, 0x30); }
Config Card3c905::card_3c905c_defaults() { return with_lists(0x9200, 0x74); }

Card3c905::Card3c905(sc_core::sc_module_name name, const ether_board::SlotConnection& connection, const Config& config)
    : MasterCard(name, connection, identity_of(config), checked(config), mac_of(config)) {}

}  // namespace niclab::etherlink
