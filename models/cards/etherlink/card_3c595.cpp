#include "cards/etherlink/card_3c595.h"

#include "cards/etherlink/checked.h"

namespace niclab::etherlink {

namespace {

pci::Identity card_identity() {
    pci::Identity id;
    id.vendor = 0x10B7, id.device = 0x5950;
    id.class_code = 0x020000;
    id.min_gnt = 0x03, id.max_lat = 0x08;
    id.bar_octets[0] = kPorts, id.bar_is_io[0] = true;
    return id;
}

}  // namespace

Card3c595::Card3c595(sc_core::sc_module_name name, const ether_board::SlotConnection& connection, const Config& config)
    : MasterCard(name, connection, card_identity(), checked(config), mac_of(config)) {}

}  // namespace niclab::etherlink
