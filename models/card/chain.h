/// @file The path of a packet through a card, as the card's kind declares it: events in their
/// order, and the stages between them.
///
/// Behaviour: a kind declares two halves. One is from the driver that passes a packet to the card
///   to the line, the other from the line to the driver that receives it. A hop joins the sender's
///   first half, the receiver's second half and the stages of the programs. All code that tracks
///   packets uses the joined chain: rows and columns of pdus.csv, stages, comments of captures,
///   pages and tables.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <string_view>
#include <vector>

#include "card/place.h"

namespace niclab::card {

/// The way in which an event of a packet is detected.
enum class EventKind : std::uint8_t {
    SendCall,   ///< The program calls.
    TxReq,      ///< REQ# of the first access for the packet on the sender's bus.
    TxTrdy,     ///< First data of this access.
    TxSoc,      ///< Its first cell starts on its way to the PHY.
    RxSoc,      ///< Its first cell starts on its way from the PHY.
    RxReq,      ///< REQ# of the first access with its payload to the receiving host.
    RxTrdy,     ///< First data of this access.
    Delivered,  ///< The program has received it.
    Reported    ///< Reported by a card: Engine::sending_reached, Engine::receiving_reached.
};
inline constexpr unsigned kSeenOutside = static_cast<unsigned>(EventKind::Reported);

/// The time from an event to the next one.
struct Stage {
    const char* name = "";      ///< Name in results.json, tables and pages.
    const char* what = "";      ///< Description: from which event to which.
    const char* resource = "";  ///< The resource that works for the packet there, or for which it waits.
    bool waits = false;         ///< The packet waits for it most of the time; false: it is processed.
    bool of_cards = false;      ///< Between the two buses: an echo also pools both directions.
};

struct PacketEvent {
    const char* name;  ///< Column of pdus.csv.
    EventKind kind;
    Stage stage = {};  ///< The stage that begins here; none for a chain's last event.
    unsigned number =
        0;  ///< For `EventKind::Reported`: the number by which the card reports it, counted separately in each half.
};

struct CardPath {
    std::vector<PacketEvent> sending, receiving;
    /// In a packet's order, between the two drivers; the line is the sender's last. Empty: the
    /// default places of any card.
    std::vector<Place> sending_places = {}, receiving_places = {};
};

/// What a card's last moment begins: what the driver and the host do is theirs.
inline constexpr Stage kToProgram{"software_receive", "TRDY# to the receiving program", "receiving host"};

/// The chain of a hop, from program to program.
class Chain {
public:
    static constexpr std::size_t kNowhere = std::numeric_limits<std::size_t>::max();

    /// Of a packet from `sender` to `receiver`.
    Chain(const CardPath& sender, const CardPath& receiver);

    const std::vector<PacketEvent>& events() const { return events_; }
    std::size_t size() const { return events_.size(); }
    /// Position of an event, counted from 0, or kNowhere.
    std::size_t index(EventKind kind) const { return places_[static_cast<unsigned>(kind)]; }
    std::size_t sending_index(unsigned number) const { return index_reported(0, first_received_, number); }
    std::size_t receiving_index(unsigned number) const { return index_reported(first_received_, size(), number); }
    /// Position of the receiving half's first event: the packet's begin arrives there.
    std::size_t first_received() const { return first_received_; }
    /// Places of both halves, with those of programs and drivers around them: from program to
    /// program.
    const std::vector<Place>& sending_places() const { return sending_places_; }
    const std::vector<Place>& receiving_places() const { return receiving_places_; }
    /// Numbers of the events that the sender reports.
    const std::vector<unsigned>& reported_sending() const { return reported_sending_; }
    /// Position at which a stage begins, or kNowhere; it ends at the next position.
    std::size_t stage(std::string_view name) const;

private:
    std::size_t index_reported(std::size_t from, std::size_t to, unsigned number) const;

    std::vector<PacketEvent> events_;
    std::array<std::size_t, kSeenOutside> places_{};
    std::size_t first_received_;
    std::vector<unsigned> reported_sending_;
    std::vector<Place> sending_places_, receiving_places_;
};

using ChainPtr = std::shared_ptr<const Chain>;

}  // namespace niclab::card
