#include "cards/lance/am79c970a.h"

namespace niclab::lance {

namespace {

pci::Identity identity() {
    pci::Identity id;
    id.vendor = 0x1022, id.device = 0x2000;
    id.class_code = 0x020000;
    id.min_gnt = 0x06, id.max_lat = 0xFF;
    id.bar_octets[0] = kPorts, id.bar_is_io[0] = true;
    return id;
}

}  // namespace

Am79c970a::Am79c970a(sc_core::sc_module_name name, const ether_board::SlotConnection& connection, const Config& config)
    : MasterCard(name, connection, identity(), checked(config), config.mac) {}

}  // namespace niclab::lance
