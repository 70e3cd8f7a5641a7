#include "am79c970a_card.h"

namespace niclab::linux_kernel {

MakeCard make_am79c970a(const lance::Config& config) {
    return [config](const ether_board::SlotConnection& connection, const OnCable& cable) {
        return make_on<Am79c970aCard>(connection, cable, config);
    };
}

/// Its driver has 32 buffers, checks the link every two seconds, and counts missed frames as
/// errors.
const EthernetKind& am79c970a() {
    static const EthernetKind kind = {
        "am79c970a", "pcnet32", make_am79c970a(), 32, 60, 70'000, &net_device_stats::rx_errors, true, 40};
    return kind;
}

}  // namespace niclab::linux_kernel
