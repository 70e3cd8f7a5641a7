/// @file  A cable between two Ethernet cards, with a transceiver at each end: coax, or pairs of wires, half or full duplex; or a cable from
///        each to a repeater.
///
/// Timing:   distances, and the transceivers' defaults (medium/transceiver.h). Of pairs 100 m (IEEE 802.3, from memory of it).
/// Busy:     while somebody sends, and in the gap behind it; in full duplex each direction has a pair of its own.
#pragma once

#include <algorithm>
#include <deque>
#include <vector>

#include "card/link.h"
#include "cards/ether_board/line_use.h"
#include "cards/ether_board/station.h"
#include "medium/whole_frame.h"

namespace niclab::ether_board {

struct LineKind {
    unsigned mbps = 10;  ///< 10 or 100.
    bool full_duplex = false;
};

medium::TransceiverConfig transceiver_of(const LineKind& kind);
/// What the host of a card is called.
std::string host_of(const card::Card& card);

struct LineConfig {
    double length_m = 10;
    double ns_per_m = 5.14;
    LineKind kind;
    bool repeater = false;  ///< Between two such cables.
};

class Line : public sc_core::sc_module, public card::Link {
public:
    /// `phase`: of the repeater's oscillator.
    Line(sc_core::sc_module_name name, const std::array<card::Card*, 2>& ends, const LineConfig& config,
         const card::LinkPlan::Phase& phase);
    card::UnitAccount towards(unsigned end) const override;
    std::vector<Busy> busy(unsigned end) const override;
    /// As long as the back-offs of a frame's attempts, if each is the longest: collided ones bring no frame further.
    core::Femtoseconds longest_pause() const override;
    void leave_wires() override;
    bool take_wires() override;
    void settle() override;
    std::vector<core::Clock*> clocks() override;

private:
    medium::Segment& cable(std::size_t end) { return *cables_[std::min(end, cables_.size() - 1)]; }
    /// Frames on their way to an end: said to have left, or given up, and not told of yet.
    struct Way {
        std::deque<bool> ended;
        std::uint64_t arrived = 0;
    };
    void tell_lost(core::Femtoseconds at, unsigned end);
    void lay_cables(const LineConfig& config, const card::LinkPlan::Phase& phase);
    void add_whole_frames();
    void on_txen();

    const LineKind kind_;
    std::array<Station*, 2> ends_;
    std::vector<std::unique_ptr<medium::Segment>> cables_;  ///< Of both, or of each.
    std::unique_ptr<medium::Hub> hub_;                      ///< The repeater, if there is one.
    std::array<std::unique_ptr<medium::Transceiver>, 2> transceivers_;
    medium::WholeLine whole_;
    std::array<std::unique_ptr<medium::WholeFrame>, 2> frames_;
    std::array<Way, 2> ways_;  ///< Towards each end.
    LineUse use_;
};

class LinePlan : public card::LinkPlan {
public:
    /// Reads the keys of a link. Throws core::ConfigError.
    LinePlan(core::ConfigTable& line, LineKind kind);
    /// A bit at 10 Mb/s, four at 100.
    double clock_hz() const override { return config_.kind.mbps == 10 ? 10e6 : 25e6; }
    std::unique_ptr<card::Link> join(const char* name, const std::array<card::Card*, 2>& ends,
                                     const Phase& phase) const override;

    const LineConfig& config() const { return config_; }

private:
    LineConfig config_;
};

}  // namespace niclab::ether_board
