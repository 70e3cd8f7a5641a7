#include "ne2000_card.h"

namespace niclab::linux_kernel {

MakeCard make_ne2000(const dp8390::Config& config, const dp8390::Jumpers& jumpers) {
    return [config, jumpers](const ether_board::IsaSlotConnection& connection, const OnCable& cable) {
        return make_on<Ne2000Card>(connection, cable, config, jumpers);
    };
}

const EthernetKind& ne2000() {
    static const EthernetKind kind = [] {
        EthernetKind k{"ne2000", "ne", make_ne2000(), 8, 30, 60'000, &net_device_stats::rx_over_errors};
        k.parameters = {"io=0x300", "irq=3"};
        k.shows_ring = true;
        return k;
    }();
    return kind;
}

}  // namespace niclab::linux_kernel
