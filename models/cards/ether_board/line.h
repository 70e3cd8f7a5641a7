/// @file  A cable between two Ethernet cards: 10BASE5 or 10BASE2, with a transceiver at each end. Half duplex.
///
/// Timing:   distances, and the transceivers' defaults (medium/transceiver.h).
/// Busy:     while somebody sends, and in the gap behind it.
#pragma once

#include <deque>

#include "card/link.h"
#include "cards/ether_board/station.h"
#include "medium/transceiver.h"

namespace niclab::ether_board {

struct LineConfig {
    double length_m = 10;
    double ns_per_m = 5.14;
};

class Line : public sc_core::sc_module, public card::Link {
public:
    Line(sc_core::sc_module_name name, const std::array<card::Card*, 2>& ends, const LineConfig& config);
    card::UnitAccount towards(unsigned end) const override;
    std::optional<core::Femtoseconds> busy(unsigned end) const override;
    /// As long as the back-offs of a frame's attempts, if each is the longest: collided ones bring no frame further.
    core::Femtoseconds longest_pause() const override;

private:
    /// Frames on their way to an end: said to have left, or given up, and not told of yet.
    struct Way {
        std::deque<bool> ended;
        std::uint64_t arrived = 0;
    };
    void tell_lost(core::Femtoseconds at, unsigned end);
    void on_txen();

    std::array<Station*, 2> ends_;
    medium::Segment cable_;
    std::array<std::unique_ptr<medium::Transceiver>, 2> transceivers_;
    std::array<Way, 2> ways_;  ///< Towards each end.
    bool used_ = false;
    core::Femtoseconds changed_ = 0, busy_ = 0;
};

class LinePlan : public card::LinkPlan {
public:
    /// Reads the keys of a link. Throws core::ConfigError.
    explicit LinePlan(core::ConfigTable& line);
    double clock_hz() const override { return 10e6; }
    std::unique_ptr<card::Link> join(const char* name, const std::array<card::Card*, 2>& ends) const override;

private:
    LineConfig config_;
};

}  // namespace niclab::ether_board
