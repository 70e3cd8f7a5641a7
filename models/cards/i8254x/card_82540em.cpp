#include "cards/i8254x/card_82540em.h"

namespace niclab::i8254x {

namespace {

pci::Identity identity_82540em() {
    pci::Identity id;
    id.vendor = 0x8086, id.device = 0x100E;
    id.class_code = 0x020000, id.revision = 2;
    id.min_gnt = 0xFF;
    id.bar_octets[kMemoryBar] = kMemoryOctets;
    id.bar_octets[kIoBar] = kIoOctets, id.bar_is_io[kIoBar] = true;
    id.capable_66mhz = true;
    return id;
}

}  // namespace

Card82540em::Card82540em(sc_core::sc_module_name name, const ether_board::SlotConnection& connection,
                         const Config& config)
    : MasterCard(name, connection, identity_82540em(), checked(config), config.mac) {
    target.connect(kIoBar, chip.host.window);
}

}  // namespace niclab::i8254x
