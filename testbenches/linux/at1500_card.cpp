#include "at1500_card.h"

namespace niclab::linux_kernel {

MakeCard make_at1500(const lance::Config& config, const lance::At1500::Jumpers& jumpers) {
    return [config, jumpers](const ether_board::IsaSlotConnection& connection, const OnCable& cable) {
        return make_on<At1500Card>(connection, cable, config, jumpers);
    };
}

const EthernetKind& at1500() {
    static const EthernetKind kind = [] {
        EthernetKind k{"at1500", "lance", make_at1500(), 16, 30, 60'000, &net_device_stats::rx_missed_errors};
        k.counts = k.all_groups = true;
        k.parameters = {"io=0x300"};
        return k;
    }();
    return kind;
}

}  // namespace niclab::linux_kernel
