/// @file An Ethernet card for the trial of its driver, and the available cards.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "cards/ether_board/slot_connection.h"
#include "ether/mac.h"
#include "kernel/net.h"

namespace niclab::linux_kernel {

class EthernetCard {
public:
    virtual ~EthernetCard() = default;
    virtual ether::Mac& mac() = 0;
    /// A frame is being sent.
    virtual bool sending() const = 0;
    /// A ring that fills from here on would be overwritten, because of the driver.
    virtual bool ring_unguarded() const { return false; }
    /// The next received frame overruns the ring. For a card of a kind with `shows_ring`.
    virtual bool ring_full() const { return false; }
    /// Its driver has cleared the flag of a received frame without taking the frame.
    virtual bool frame_unseen() const { return false; }
    /// A fault of the driver that the card cannot correct; empty: none.
    virtual std::string mishap() const { return ""; }
    /// A mode that the driver has selected and that the model ignores; nullptr: none.
    virtual const char* ignored_mode() const { return nullptr; }
    /// Connects or disconnects the cable. For a card that reports it to its driver.
    virtual void set_link(bool /*up*/) {}
};

/// A card with this board.
template <class Board>
struct BoardCard : EthernetCard {
    template <class... Parts>
    explicit BoardCard(const Parts&... parts) : card("nic", parts...) {}
    ether::Mac& mac() override { return card.mac; }
    const char* ignored_mode() const override { return card.chip.ignored_mode(); }

    Board card;
};

/// A card with a chip that reports whether it is busy.
template <class Board>
struct ChipCard : BoardCard<Board> {
    using BoardCard<Board>::BoardCard;
    bool sending() const override { return !this->card.chip.idle(); }
};

/// A card's position on a cable.
struct OnCable {
    unsigned station = 1;    ///< 1 or 2
    std::uint64_t seed = 1;  ///< Of its back-offs.
    unsigned mbps = 10;
};
using MakePciCard = std::function<std::unique_ptr<EthernetCard>(const ether_board::SlotConnection&, const OnCable&)>;
using MakeEisaCard =
    std::function<std::unique_ptr<EthernetCard>(const ether_board::EisaSlotConnection&, const OnCable&)>;
using MakePcieCard =
    std::function<std::unique_ptr<EthernetCard>(const ether_board::PcieSlotConnection&, const OnCable&)>;
using MakeIsaCard = std::function<std::unique_ptr<EthernetCard>(const ether_board::IsaSlotConnection&, const OnCable&)>;
/// Makers by bus; the first: none.
using MakeCard = std::variant<std::monostate, MakePciCard, MakeIsaCard, MakeEisaCard, MakePcieCard>;
/// Makes a card with `config`, except for the seed and the last octet of the address, which is the
/// station's number.
template <class Card, class SlotConnection, class Config, class... More>
std::unique_ptr<EthernetCard> make_on(const SlotConnection& connection, const OnCable& cable, Config config,
                                      const More&... more) {
    config.mac.seed = cable.seed;
    config.address.back() = std::uint8_t(cable.station);
    return std::make_unique<Card>(connection, config, more...);
}

/// The properties of a card and its driver for the trial.
struct EthernetKind {
    const char *card, *module;
    MakeCard make;
    unsigned ring_frames;                       ///< Minimum capacity of a ring of receive buffers, for the longest
                                                ///< frames.
    unsigned deaf_frames;                       ///< Number of frames sent while the host does not react to interrupts,
    double deaf_us;                             ///< and the duration of that time.
    unsigned long net_device_stats::*overruns;  ///< The driver's counter of frames that were lost for that.
    bool tells_link = false;
    double jiffy_us = 4000;       ///< Shorter ones reduce the simulation time of a watchdog of seconds.
    double watchdog_us = 30'000;  ///< Time until its driver has detected a disconnected cable.
    double medium_us = 0;         ///< Time until it has selected its transceiver, after its open().
    bool counts = false;          ///< The card counts, and its driver reads the counters on a query.
    bool all_groups = false;      ///< Without a group filter: a station that has joined one group receives all.
    bool fast = false;            ///< The card supports a cable of 100 Mb/s, too.
    double frame_us = 0;          ///< CPU time of the layers above its driver per frame to be sent. *assumed*
    /// The default parameters of its module, by name: the settings of the card's jumpers.
    std::vector<std::string> parameters{};
    bool pulled_unseen = false;  ///< Tested with a disconnected cable, which the card does not report.
    bool takes_tags = false;     ///< Its driver sets it to receive the longest frames with the tag of a VLAN.
    bool takes_giants = false;   ///< Its driver sets it to receive frames of any length for that.
    bool shows_ring = false;     ///< The trial can see whether its ring is full.
    bool ring_indices = false;   ///< Its driver keeps indices into rings of up to 256 entries.
    unsigned longest_mtu = ~0u;  ///< That its model supports with this driver.
    bool gigabit = false;        ///< Its cable has 1000 Mb/s, full duplex.
};
const EthernetKind& rtl8029();
const EthernetKind& am79c970a();
const EthernetKind& card_3c595();
const EthernetKind& card_3c597();
const EthernetKind& card_3c905();
const EthernetKind& card_3c905b();
const EthernetKind& card_3c905c();
const EthernetKind& card_3c579();
const EthernetKind& card_82540em();
const EthernetKind& card_82574l();
const EthernetKind& ne2000();
const EthernetKind& wd8013();
const EthernetKind& at_lantic();
const EthernetKind& at_lantic_shared();
const EthernetKind& card_3c509();
const EthernetKind& at1500();

}  // namespace niclab::linux_kernel
