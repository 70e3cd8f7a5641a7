/// @file  A card for Ethernet as the trial of its driver sees it, and the cards there are.
#pragma once

#include <functional>
#include <memory>

#include "cards/ether_board/seat.h"
#include "ether/mac.h"
#include "kernel/net.h"

namespace niclab::linux_kernel {

class EthernetCard {
public:
    virtual ~EthernetCard() = default;
    virtual ether::Mac& mac() = 0;
    /// A frame is on its way out.
    virtual bool sending() const = 0;
    /// A ring that fills from here on would be written over, and it is the driver's doing.
    virtual bool ring_unguarded() const { return false; }
    /// The cable is plugged in, or pulled out. Of a card that tells its driver.
    virtual void set_link(bool /*up*/) {}
};

/// Puts a card, `station` 1 or 2 of a cable, whose back-offs are drawn from `seed`, into a seat.
using MakeCard =
    std::function<std::unique_ptr<EthernetCard>(const ether_board::Seat&, unsigned station, std::uint64_t seed)>;

/// What the trial has to know of a card and its driver.
struct EthernetKind {
    const char *card, *module;
    MakeCard make;
    unsigned ring_frames;                       ///< That a ring of receive buffers takes at least; of the longest.
    unsigned deaf_frames;                       ///< So many come in while the host is deaf,
    double deaf_us;                             ///< for so long.
    unsigned long net_device_stats::*overruns;  ///< Where its driver tells of frames lost for that.
    bool tells_link = false;
    double jiffy_us = 4000;  ///< Shorter ones make a watchdog of seconds cheap to simulate.
};
const EthernetKind& rtl8029();
const EthernetKind& am79c970a();

}  // namespace niclab::linux_kernel
