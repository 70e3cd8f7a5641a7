#include "wd8013_card.h"

namespace niclab::linux_kernel {

MakeCard make_wd8013(const dp8390::Config& config) {
    return [config](const ether_board::IsaSlotConnection& connection, const OnCable& cable) {
        return make_on<Wd8013Card>(connection, cable, config);
    };
}

const EthernetKind& wd8013() {
    static const EthernetKind kind = [] {
        EthernetKind k{"wd8013", "wd", make_wd8013(), 8, 30, 60'000, &net_device_stats::rx_over_errors};
        k.parameters = {"io=0x300"};
        k.shows_ring = true;
        return k;
    }();
    return kind;
}

}  // namespace niclab::linux_kernel
