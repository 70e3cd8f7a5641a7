#include "i8254x_card.h"

namespace niclab::linux_kernel {

namespace {

template <class Card, class SlotConnection = ether_board::SlotConnection>
MakeCard make_gigabit(const i8254x::Config& config) {
    return [config](const SlotConnection& connection, const OnCable& cable) {
        return make_on<Card>(connection, cable, config);
    };
}

}  // namespace

MakeCard make_82540em(i8254x::Config config) { return make_gigabit<GigabitCard>(config); }
MakeCard make_82574l(i8254x::Config config) {
    config.model = i8254x::k82574l, config.transfer_octets = ether_board::kMostBlockOctets;
    return make_gigabit<Card82574l, ether_board::PcieSlotConnection>(config);
}

/// Its driver gives 254 receive buffers to the card and the packet buffer holds 32 of the longest
/// frames more. It looks for the link every two seconds, and when the card reports a change.
const EthernetKind& card_82540em() {
    static const EthernetKind kind = [] {
        EthernetKind k{"82540em", "e1000", make_82540em(), 254, 400, 20'000, &net_device_stats::rx_missed_errors};
        k.tells_link = k.counts = k.ring_indices = k.gigabit = k.takes_tags = true;
        k.jiffy_us = 40;
        k.watchdog_us = 150'000, k.medium_us = 5'000;
        return k;
    }();
    return kind;
}

/// Its driver gives buffers in groups of 16, so that the card has 240. Its packet buffer holds 13 of
/// the longest frames more.
const EthernetKind& card_82574l() {
    static const EthernetKind kind = [] {
        EthernetKind k = card_82540em();
        k.card = "82574l", k.module = "e1000e", k.make = make_82574l();
        k.ring_frames = 240;
        k.longest_mtu = 1500;  // Above it, the driver selects descriptors of several buffers.
        return k;
    }();
    return kind;
}

}  // namespace niclab::linux_kernel
