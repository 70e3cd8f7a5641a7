/// @file  A card for Ethernet as the trial of its driver sees it, and the cards there are.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <variant>
#include <vector>

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
    /// Its driver has put out the flag that told of a received frame, and has not taken it.
    virtual bool frame_unseen() const { return false; }
    /// What the driver did that the card cannot make good; empty: nothing.
    virtual std::string mishap() const { return ""; }
    /// The cable is plugged in, or pulled out. Of a card that tells its driver.
    virtual void set_link(bool /*up*/) {}
};

/// A card that is this board.
template <class Board>
struct BoardCard : EthernetCard {
    template <class... Parts>
    explicit BoardCard(const Parts&... parts) : card("nic", parts...) {}
    ether::Mac& mac() override { return card.mac; }

    Board card;
};

/// One whose chip says whether it is at work.
template <class Board>
struct ChipCard : BoardCard<Board> {
    using BoardCard<Board>::BoardCard;
    bool sending() const override { return !this->card.chip.idle(); }
};

/// A card's place on a cable.
struct OnCable {
    unsigned station = 1;    ///< 1 or 2
    std::uint64_t seed = 1;  ///< Of its back-offs.
    unsigned mbps = 10;
};
using MakePciCard = std::function<std::unique_ptr<EthernetCard>(const ether_board::Seat&, const OnCable&)>;
using MakeEisaCard = std::function<std::unique_ptr<EthernetCard>(const ether_board::EisaSeat&, const OnCable&)>;
using MakeIsaCard = std::function<std::unique_ptr<EthernetCard>(const ether_board::IsaSeat&, const OnCable&)>;
/// For the bus its card has; the first: for none.
using MakeCard = std::variant<std::monostate, MakePciCard, MakeIsaCard, MakeEisaCard>;
/// `config` but for the address, of whose last octet the station's number is made, and the seed.
template <class Card, class Seat, class Config, class... More>
std::unique_ptr<EthernetCard> make_on(const Seat& seat, const OnCable& cable, Config config, const More&... more) {
    config.mac.seed = cable.seed;
    config.address.back() = std::uint8_t(cable.station);
    return std::make_unique<Card>(seat, config, more...);
}

/// What the trial has to know of a card and its driver.
struct EthernetKind {
    const char *card, *module;
    MakeCard make;
    unsigned ring_frames;                       ///< That a ring of receive buffers takes at least; of the longest.
    unsigned deaf_frames;                       ///< So many come in while the host is deaf,
    double deaf_us;                             ///< for so long.
    unsigned long net_device_stats::*overruns;  ///< Where its driver tells of frames lost for that.
    bool tells_link = false;
    double jiffy_us = 4000;       ///< Shorter ones make a watchdog of seconds cheap to simulate.
    double watchdog_us = 30'000;  ///< Until its driver has seen that the cable was pulled.
    double medium_us = 0;         ///< Until it has chosen its transceiver, behind its open().
    bool counts = false;          ///< The card counts, and its driver asks it when it is asked.
    bool all_groups = false;      ///< Without a filter of groups: who has joined one hears all.
    bool fast = false;            ///< The card takes a cable of 100 Mb/s, too.
    double frame_us = 0;          ///< CPU time of what is above its driver, of a frame to be sent. *assumed*
    /// What its module is told where nobody says otherwise, a name each: where the card's jumpers have it.
    std::vector<std::string> parameters{};
    bool pulled_unseen = false;  ///< Tried with the cable pulled, of which nothing on the card tells.
};
const EthernetKind& rtl8029();
const EthernetKind& am79c970a();
const EthernetKind& card_3c595();
const EthernetKind& card_3c597();
const EthernetKind& card_3c579();
const EthernetKind& ne2000();
const EthernetKind& wd8013();
const EthernetKind& at_lantic();
const EthernetKind& at_lantic_shared();
const EthernetKind& card_3c509();
const EthernetKind& at1500();

}  // namespace niclab::linux_kernel
