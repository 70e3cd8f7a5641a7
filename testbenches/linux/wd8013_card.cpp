#include "wd8013_card.h"

namespace niclab::linux_kernel {

MakeCard make_wd8013(dp8390::Config config) {
    return [config](const ether_board::IsaSeat& seat, const OnCable& cable) mutable {
        config.mac.seed = cable.seed;
        config.address.back() = std::uint8_t(cable.station);
        return std::make_unique<Wd8013Card>(seat, config);
    };
}

const EthernetKind& wd8013() {
    static const EthernetKind kind = [] {
        EthernetKind k{"wd8013", "wd", make_wd8013(), 8, 30, 60'000, &net_device_stats::rx_over_errors};
        k.parameters = {"io=0x300"};
        return k;
    }();
    return kind;
}

}  // namespace niclab::linux_kernel
