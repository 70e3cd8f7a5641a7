/// @file  Ethernet cards around a switch: a cable from each to a port of it, and a link of an experiment for each two that talk over it.
///
/// Counted:   a frame belongs to the link whose channel is its address; where a switch sends it to others, too, those cards count it alone.
/// Groups:    a flow's is entered at the ports of its two hosts, as whoever keeps the switch would do, or floods.
/// Followed:  frames of a station come to the switch in the order in which they have left, and leave a port in that of its queue.
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
    void add_between(unsigned end, card::Spans& spans, const card::Passed& packet) const override;
    bool carries(std::uint32_t channel) const { return channels_.count(channel) > 0; }

private:
    friend class SwitchedNet;
    void sent(std::uint64_t frame);
    void lost(core::Femtoseconds at, std::uint64_t frame, const std::string& cause);
    void arrived(core::Femtoseconds at);
    void ended(card::Fate fate);
    void tell_lost(core::Femtoseconds at);

    SwitchedNet& net_;
    const unsigned from_, to_, end_;
    const std::set<std::uint32_t> channels_;
    /// On the way, the oldest first.
    struct Frame {
        std::uint64_t number;
        bool lost;
    };
    std::deque<Frame> under_way_;
    std::uint64_t sent_ = 0, delivered_ = 0;
    std::map<std::string, std::uint64_t> dropped_, lost_{{"queue_full", 0}};
    std::map<core::Femtoseconds, Crossing> crossings_;  ///< By the first bit at the sending card.
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
    /// Towards `end` of an experiment's link, from a place to another.
    card::Link& add_path(unsigned from, unsigned to, unsigned end, const std::set<std::uint32_t>& channels);

    medium::Switch& hub() { return hub_; }
    /// What a port's MAC waits for.
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
    /// Nothing: it is of no path to that port.
    const Known* towards(unsigned place, const medium::SwitchedFramePtr& frame) const;
    SwitchedPath* path_from(unsigned place, std::uint32_t channel) const;
    SwitchedPath* path_to(unsigned place, std::uint32_t channel) const;

    const SwitchedConfig config_;
    medium::Switch hub_;
    std::vector<std::unique_ptr<Leg>> legs_;  ///< By place.
    std::vector<std::unique_ptr<SwitchedPath>> paths_;
    std::map<std::uint64_t, Known> inside_;  ///< Of the switch, by its numbers.
    std::uint64_t frames_ = 0;
};

}  // namespace niclab::ether_board
