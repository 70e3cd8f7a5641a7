/// @file A cable between two Ethernet cards, with a transceiver at each end: coax, or pairs of
/// wires, half or full duplex; or a cable from each card to a repeater.
///
/// Timing: distances, and the transceivers' defaults (medium/transceiver.h). Of pairs 100 m (IEEE
///   802.3, from memory of it).
/// Behaviour: the line is busy during a transmission, and in the gap after it; in full duplex each
///   direction has its own pair.
#pragma once

#include <algorithm>
#include <array>
#include <deque>
#include <vector>

#include "card/link.h"
#include "cards/ether_board/station.h"
#include "core/time.h"
#include "medium/cabling.h"

namespace niclab::ether_board {

/// The time during which a cable with an end 0 and an end 1 was in use, or each of its pairs of
/// wires. The gap after a frame, in which no station may transmit, counts as use.
class LineUse {
public:
    /// `bit_fs`: the time of a bit. `pairs`: each end has its own wires to transmit on.
    LineUse(core::Femtoseconds bit_fs, bool pairs) : gap_(kGapBits * bit_fs), pairs_(pairs) {}
    /// Sets which ends transmit from now on.
    void set(bool first, bool second) {
        set(ways_[0], pairs_ ? first : first || second);
        set(ways_[1], second);
    }
    /// Time up to now during which that end could transmit nothing else.
    core::Femtoseconds busy(unsigned from) const {
        const Direction& way = ways_[pairs_ ? from : 0];
        return way.busy + taken(way, core::now_fs());
    }

private:
    static constexpr core::Femtoseconds kGapBits = 96;
    struct Direction {
        bool used = false;
        core::Femtoseconds changed = 0, busy = 0;
    };
    core::Femtoseconds taken(const Direction& way, core::Femtoseconds now) const {
        return way.used ? now - way.changed : std::min(now - way.changed, gap_);
    }
    void set(Direction& way, bool used) {
        if (used == way.used) return;
        const core::Femtoseconds now = core::now_fs();
        way.busy += taken(way, now);
        way.used = used, way.changed = now;
    }

    core::Femtoseconds gap_;
    bool pairs_;
    std::array<Direction, 2> ways_;  ///< Half duplex uses only the first.
};

struct LineKind {
    unsigned mbps = 10;  ///< 10, 100 or 1000; the last in full duplex only.
    bool full_duplex = false;
    /// Data wires per direction of its MACs.
    unsigned width() const { return mbps == 10 ? 1 : mbps == 100 ? 4 : 8; }
};

medium::TransceiverConfig transceiver_of(const LineKind& kind);
/// Name of the host of a card.
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
    /// Sum of the longest back-offs of a frame's attempts: during that time all attempts may
    /// collide.
    core::Femtoseconds longest_pause() const override;
    void enter_transaction_level() override;
    bool enter_signal_level() override { return cabling_.frames.enter_signal_level(); }
    void settle() override { cabling_.frames.settle(); }
    std::vector<core::Clock*> clocks() override { return cabling_.clocks(); }

private:
    /// Frames under way to an end: reported as sent or aborted, but not yet at the other end.
    struct Direction {
        std::deque<bool> ended;
        std::uint64_t arrived = 0;
    };
    void tell_lost(core::Femtoseconds at, unsigned end);
    void on_txen();

    const LineKind kind_;
    std::array<Station*, 2> ends_;
    medium::Cabling cabling_;
    std::array<std::unique_ptr<medium::Transceiver>, 2> transceivers_;
    std::array<Direction, 2> ways_;  ///< Towards each end.
    LineUse use_;
};

class LinePlan : public card::LinkPlan {
public:
    /// Reads the keys of a link. Throws core::ConfigError.
    LinePlan(core::ConfigTable& line, LineKind kind);
    /// One bit at 10 Mb/s, four bits at 100, an octet at 1000.
    double clock_hz() const override { return config_.kind.mbps * 1e6 / config_.kind.width(); }
    std::unique_ptr<card::Link> join(const char* name, const std::array<card::Card*, 2>& ends,
                                     const Phase& phase) const override;

    const LineConfig& config() const { return config_; }

private:
    LineConfig config_;
};

}  // namespace niclab::ether_board
