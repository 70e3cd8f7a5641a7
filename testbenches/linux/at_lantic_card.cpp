#include "at_lantic_card.h"

namespace niclab::linux_kernel {

MakeCard make_at_lantic(bool shared, const dp8390::Jumpers& place, const dp8390::Config& config) {
    const dp8390::Configuration::Image eeprom = dp8390::Configuration::image(shared, place);
    return [config, eeprom](const ether_board::IsaSlotConnection& connection, const OnCable& cable) {
        return make_on<AtLanticCard>(connection, cable, config, eeprom);
    };
}

namespace {

EthernetKind kind_of(const char* card, const char* module, bool shared) {
    EthernetKind k{card, module, make_at_lantic(shared), 8, 30, 60'000, &net_device_stats::rx_over_errors};
    k.parameters = {"io=0x300", "irq=3"};
    k.shows_ring = true;
    return k;
}

}  // namespace

const EthernetKind& at_lantic() {
    static const EthernetKind kind = kind_of("at_lantic", "ne", false);
    return kind;
}

const EthernetKind& at_lantic_shared() {
    static const EthernetKind kind = kind_of("at_lantic_shared", "wd", true);
    return kind;
}

}  // namespace niclab::linux_kernel
