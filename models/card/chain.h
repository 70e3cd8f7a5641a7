/// @file  The way of a packet through a card, as the card's kind declares it: moments in their order, and the stages
///        between them.
///
/// A kind declares two halves: from the driver that hands a packet to the card to the line, and from the line to the
/// driver that takes it. A hop joins the sender's one, the receiver's other and what the programs add. Whatever follows
/// packets goes by the joined chain: rows and columns of pdus.csv, stages, comments of captures, pages and tables.
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

/// How a moment of a packet is recognised.
enum class Seen : std::uint8_t {
    SendCall,   ///< The program calls.
    TxReq,      ///< REQ# of the first access on the sender's bus that is made for the packet.
    TxTrdy,     ///< First data of it.
    TxSoc,      ///< Its first cell starts on its way to the PHY.
    RxSoc,      ///< Its first cell starts on its way from the PHY.
    RxReq,      ///< REQ# of the first access that carries its payload to the receiving host.
    RxTrdy,     ///< First data of it.
    Delivered,  ///< The program has it.
    Told        ///< From inside a card, which tells it: Engine::sending_reached, Engine::receiving_reached.
};
inline constexpr unsigned kSeenOutside = static_cast<unsigned>(Seen::Told);

/// From a moment to the next one.
struct Stage {
    const char* name = "";      ///< As results.json, tables and pages have it.
    const char* what = "";      ///< In words: from where to where.
    const char* resource = "";  ///< What works for the packet there, or is waited for.
    bool waits = false;         ///< The packet waits for it most of the time; else it works.
    bool of_cards = false;      ///< Between the two buses: in an echo both ways are also pooled.
};

struct Moment {
    const char* name;  ///< Column of pdus.csv.
    Seen seen;
    Stage stage = {};   ///< That begins here; of a chain's last moment none.
    unsigned told = 0;  ///< Seen::Told: the number the card tells it by, its own in each half.
};

struct Halves {
    std::vector<Moment> sending, receiving;
    /// In a packet's order, between the two drivers; the line is the sender's last. Empty: those of any card.
    std::vector<Place> sending_places = {}, receiving_places = {};
};

/// What a card's last moment begins: what the driver and the host do is theirs.
inline constexpr Stage kToProgram{"software_receive", "TRDY# to the receiving program", "receiving host"};

/// A hop's, from program to program.
class Chain {
public:
    static constexpr std::size_t kNowhere = std::numeric_limits<std::size_t>::max();

    /// Of a packet that `sender` sends and `receiver` gets.
    Chain(const Halves& sender, const Halves& receiver);

    const std::vector<Moment>& moments() const { return moments_; }
    std::size_t size() const { return moments_.size(); }
    /// Place of a moment, counted from 0, or kNowhere.
    std::size_t place(Seen seen) const { return places_[static_cast<unsigned>(seen)]; }
    std::size_t sending_place(unsigned told) const { return place_told(0, first_received_, told); }
    std::size_t receiving_place(unsigned told) const { return place_told(first_received_, size(), told); }
    /// Place of the receiving half's first moment: the packet's begin is there.
    std::size_t first_received() const { return first_received_; }
    /// Of both halves, between what the programs and drivers are: from program to program.
    const std::vector<Place>& sending_places() const { return sending_places_; }
    const std::vector<Place>& receiving_places() const { return receiving_places_; }
    /// Numbers of the moments that the sender tells of.
    const std::vector<unsigned>& told_sending() const { return told_sending_; }
    /// The place at which a stage begins, or kNowhere; it ends at the next.
    std::size_t stage(std::string_view name) const;

private:
    std::size_t place_told(std::size_t from, std::size_t to, unsigned told) const;

    std::vector<Moment> moments_;
    std::array<std::size_t, kSeenOutside> places_{};
    std::size_t first_received_;
    std::vector<unsigned> told_sending_;
    std::vector<Place> sending_places_, receiving_places_;
};

using ChainPtr = std::shared_ptr<const Chain>;

}  // namespace niclab::card
