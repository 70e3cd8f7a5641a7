#include "cards/i8254x/card_82574l.h"

#include "cards/i8254x/identity.h"

namespace niclab::i8254x {

Config Card82574l::card_82574l_defaults() {
    Config c;
    c.model = k82574l;
    return c;
}

Card82574l::Card82574l(sc_core::sc_module_name name, const ether_board::SlotConnection& connection,
                       const Config& config)
    : MasterCard(name, connection, identity_of(config.model), checked(config), config.mac) {
    target.connect(kIoBar, chip.host.window);
}

}  // namespace niclab::i8254x
