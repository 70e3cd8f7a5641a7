#include "rtl8029_card.h"

namespace niclab::linux_kernel {

MakeCard make_rtl8029(const dp8390::Config& config) {
    return [config](const ether_board::Seat& seat, const OnCable& cable) {
        return make_on<Rtl8029Card>(seat, cable, config);
    };
}

const EthernetKind& rtl8029() {
    static const EthernetKind kind = {
        "rtl8029", "ne2k-pci", make_rtl8029(), 8, 30, 40'000, &net_device_stats::rx_over_errors};
    return kind;
}

}  // namespace niclab::linux_kernel
