#include "cards/i8254x/card_82540em.h"

#include "cards/i8254x/identity.h"

namespace niclab::i8254x {

Card82540em::Card82540em(sc_core::sc_module_name name, const ether_board::SlotConnection& connection,
                         const Config& config)
    : MasterCard(name, connection, identity_of(config.model), checked(config), config.mac) {
    target.connect(kIoBar, chip.host.window);
}

}  // namespace niclab::i8254x
