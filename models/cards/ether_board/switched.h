/// @file Ethernet cards around a switch: a cable from each card to a port of the switch, and a link
/// of an experiment for each pair of cards that communicates.
///
/// Behaviour: a frame belongs to the link of the channel in its address. If a switch sends it to
///   other cards, too, only those cards count it. The group of a flow is entered at the ports of
///   its two hosts, as an administrator of the switch would do, or is flooded. Frames of a station
///   arrive at the switch in the order in which they were sent, and leave a port in the order of
///   its queue.
#pragma once

#include <deque>
#include <set>

#include "card/link.h"
#include "cards/ether_board/line.h"
#include "medium/switch.h"

namespace niclab::ether_board {

struct SwitchedConfig {
    medium::SwitchConfig hub;
    bool flooded = false;  ///< No group is entered.
    std::uint64_t seed = 1;
};

class SwitchedNet;

/// One direction between two cards.
class SwitchedPath : public card::Link {
public:
    SwitchedPath(SwitchedNet& net, unsigned from, unsigned to, unsigned end, std::set<std::uint32_t> channels);

    card::UnitAccount towards(unsigned end) const override;
    std::vector<Busy> busy(unsigned end) const override;
    core::Femtoseconds longest_pause() const override;
    bool shared() const override { return true; }
    Counted counted(unsigned end) const override;
    std::vector<card::Place> places() const override;
    void add_between(unsigned end, card::Spans& spans, const card::TracedPacket& packet) const override;
    bool carries(std::uint32_t channel) const { return channels_.count(channel) > 0; }

private:
    friend class SwitchedNet;
    void sent(std::uint64_t frame);
    void lost(core::Femtoseconds at, std::uint64_t frame, const std::string& cause);
    void arrived(core::Femtoseconds at);
    void ended(card::UnitOutcome outcome);
    void tell_lost(core::Femtoseconds at);

    SwitchedNet& net_;
    const unsigned from_, to_, end_;
    const std::set<std::uint32_t> channels_;
    /// Under way, the oldest first.
    struct Frame {
        std::uint64_t number;
        bool lost;
    };
    std::deque<Frame> under_way_;
    std::uint64_t sent_ = 0, delivered_ = 0;
    std::map<std::string, std::uint64_t> dropped_, lost_{{"queue_full", 0}};
    std::map<core::Femtoseconds, Crossing> crossings_;  ///< By the time of the first bit at the sending card.
};

class SwitchedNet {
public:
    struct Place {
        std::string name;  ///< Of the port.
        card::Card* card;
        LineConfig cable;
        core::Femtoseconds phase;  ///< Of the port's oscillator.
    };
    SwitchedNet(const std::string& name, const SwitchedConfig& config, const std::vector<Place>& places);
    ~SwitchedNet();
    /// Adds the path to `end` of an experiment's link, from one place to another.
    card::Link& add_path(unsigned from, unsigned to, unsigned end, const std::set<std::uint32_t>& channels);

    medium::Switch& hub() { return hub_; }
    /// The line of a port, for the waits of its MAC.
    const LineKind& kind(std::size_t place) const;

private:
    friend class SwitchedPath;
    struct Leg;
    /// A frame of a path.
    struct Known {
        SwitchedPath* path = nullptr;
        std::uint64_t frame = 0;
        core::Femtoseconds first_bit = 0;
        std::uint32_t channel = 0;
    };
    void follow_station(unsigned place);
    void follow_port(unsigned place);
    void came(core::Femtoseconds at, const medium::SwitchedFramePtr& frame);
    /// nullptr: it belongs to no path to that port.
    const Known* towards(unsigned place, const medium::SwitchedFramePtr& frame) const;
    SwitchedPath* path_from(unsigned place, std::uint32_t channel) const;
    SwitchedPath* path_to(unsigned place, std::uint32_t channel) const;

    const SwitchedConfig config_;
    medium::Switch hub_;
    std::vector<std::unique_ptr<Leg>> legs_;  ///< By place.
    std::vector<std::unique_ptr<SwitchedPath>> paths_;
    std::map<std::uint64_t, Known> inside_;  ///< Frames in the switch, by its numbers.
    std::uint64_t frames_ = 0;
};

}  // namespace niclab::ether_board
