#include "rtl8029_card.h"

namespace niclab::linux_kernel {

MakeCard make_rtl8029(const dp8390::Config& config) {
    return [config](const ether_board::SlotConnection& connection, const OnCable& cable) {
        return make_on<Rtl8029Card>(connection, cable, config);
    };
}

/// Its driver has no link state, and on coax a card that receives its own signal cannot detect a
/// link.
const EthernetKind& rtl8029() {
    static const EthernetKind kind = [] {
        EthernetKind k{"rtl8029", "ne2k-pci", make_rtl8029(), 8, 30, 40'000, &net_device_stats::rx_over_errors};
        k.pulled_unseen = true;
        k.shows_ring = true;
        return k;
    }();
    return kind;
}

}  // namespace niclab::linux_kernel
