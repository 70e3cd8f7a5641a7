#include "etherlink_card.h"

namespace niclab::linux_kernel {

namespace {

template <class Card>
MakeCard make_on_pci(etherlink::Config config) {
    return [config](const ether_board::SlotConnection& connection, const OnCable& cable) mutable {
        config.mbps = cable.mbps;
        return make_on<Card>(connection, cable, config);
    };
}

}  // namespace

MakeCard make_3c595(etherlink::Config config) { return make_on_pci<EtherLinkCard>(config); }
MakeCard make_with_lists(etherlink::Config config) { return make_on_pci<ListEtherLinkCard>(config); }

MakeCard make_eisa_etherlink(etherlink::Config config) {
    return [config](const ether_board::EisaSlotConnection& connection, const OnCable& cable) mutable {
        config.mbps = cable.mbps;
        return make_on<EisaEtherLinkCard>(connection, cable, config);
    };
}

/// Its driver checks the link every minute, every five seconds once it is lost, and tries a
/// transceiver for 1.4 seconds; the card holds eight frames.
const EthernetKind& card_3c595() {
    static const EthernetKind kind = [] {
        EthernetKind k{"3c595", "3c59x", make_3c595(), 8, 30, 40'000, &net_device_stats::rx_fifo_errors};
        k.tells_link = k.counts = k.all_groups = k.fast = k.takes_tags = k.takes_giants = true;
        k.jiffy_us = 4;
        k.watchdog_us = 70'000, k.medium_us = 4'000;
        return k;
    }();
    return kind;
}

/// Its driver has 32 buffers, and its link check is that of the 3C595. It negotiates its rate.
const EthernetKind& card_3c905b() {
    static const EthernetKind kind = [] {
        const MakeCard make = make_with_lists(etherlink::Card3c905::card_3c905b_defaults());
        EthernetKind k{"3c905b", "3c59x", make, 32, 60, 70'000, &net_device_stats::rx_fifo_errors};
        k.tells_link = k.counts = k.all_groups = k.fast = k.takes_tags = true;
        k.jiffy_us = card_3c595().jiffy_us, k.watchdog_us = card_3c595().watchdog_us;
        return k;
    }();
    return kind;
}

const EthernetKind& card_3c905() {
    static const EthernetKind kind = [] {
        EthernetKind k = card_3c905b();
        k.card = "3c905", k.make = make_with_lists(etherlink::Card3c905::card_3c905_defaults());
        return k;
    }();
    return kind;
}

const EthernetKind& card_3c905c() {
    static const EthernetKind kind = [] {
        EthernetKind k = card_3c905b();
        k.card = "3c905c", k.make = make_with_lists(etherlink::Card3c905::card_3c905c_defaults());
        return k;
    }();
    return kind;
}

const EthernetKind& card_3c597() {
    static const EthernetKind kind = [] {
        EthernetKind k = card_3c595();
        k.card = "3c597", k.make = make_eisa_etherlink(etherlink::CardEisa::card_3c597_defaults());
        k.frame_us = 120;
        return k;
    }();
    return kind;
}

const EthernetKind& card_3c579() {
    static const EthernetKind kind = [] {
        EthernetKind k = card_3c509();
        k.card = "3c579", k.make = make_eisa_etherlink(etherlink::CardEisa::card_3c579_defaults());
        return k;
    }();
    return kind;
}

}  // namespace niclab::linux_kernel
