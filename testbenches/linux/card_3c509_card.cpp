#include "card_3c509_card.h"

namespace niclab::linux_kernel {

MakeCard make_3c509(const etherlink::Config& config) {
    return [config](const ether_board::IsaSlotConnection& connection, const OnCable& cable) {
        return make_on<Card3c509Card>(connection, cable, config);
    };
}

/// Its FIFO of 2 KB holds one of the longest frames.
const EthernetKind& card_3c509() {
    static const EthernetKind kind = [] {
        EthernetKind k{"3c509", "3c509", make_3c509(), 1, 30, 60'000, &net_device_stats::rx_fifo_errors};
        k.counts = k.all_groups = true;
        return k;
    }();
    return kind;
}

}  // namespace niclab::linux_kernel
