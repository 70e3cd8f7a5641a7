#include "cards/etherlink/card_3c905b.h"

#include "cards/etherlink/checked.h"
#include "cards/etherlink/list_layout.h"

namespace niclab::etherlink {

namespace {

constexpr std::uint16_t kProduct = 0x9055;

pci::Identity card_3c905b_identity() {
    pci::Identity id;
    id.vendor = 0x10B7, id.device = kProduct;
    id.class_code = 0x020000;
    id.revision = 0x30;
    id.min_gnt = 0x0A, id.max_lat = 0x0A;
    id.bar_octets[0] = kListPorts, id.bar_is_io[0] = true;
    id.bar_octets[1] = kListPorts;
    return id;
}

}  // namespace

Config Card3c905b::card_3c905b_defaults() {
    constexpr unsigned kFiveToThree = 0;
    Config c;
    c.lists = true;
    c.product = kProduct;
    c.ram_octets = 8192, c.receive_share = kFiveToThree;
    c.receive_packets = 64;
    return c;
}

Card3c905b::Card3c905b(sc_core::sc_module_name name, const ether_board::SlotConnection& connection,
                       const Config& config)
    : MasterCard(name, connection, card_3c905b_identity(), checked(config), mac_of(config)) {}

}  // namespace niclab::etherlink
