/// @file  Where the time of a run's PDUs went: each one's chain, and the share of each cause.
#pragma once

#include <initializer_list>
#include <nlohmann/json_fwd.hpp>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "card/spans.h"
#include "probe/track/stage_stats.h"

namespace niclab::lab {

/// The chain of one delivered PDU.
struct PduChain {
    unsigned run = 0;
    std::uint32_t pdu = 0;
    std::size_t octets = 0;  ///< Payload.
    core::Femtoseconds run_start = 0;
    /// Driver to driver: one is asked to send the PDU, the other hands it to the protocol. The same two moments for
    /// every kind of card, and between them all a card and its driver do for the packet.
    core::Femtoseconds down = 0, up = 0;
    std::vector<card::Span> spans;
};

/// Time of one cause over some PDUs; of one that waited for somebody, by whom.
struct Share {
    const card::Cause* cause = nullptr;
    std::string words;
    std::size_t pdus = 0;  ///< Over which the mean is taken.
    core::Femtoseconds total = 0;
    std::uint64_t amount = 0;
    double square_us2 = 0;  ///< Sum of the squares of each PDU's time.
    double mean_us() const { return double(total) * 1e-9 / double(pdus); }
    /// Standard deviation of the PDUs; 0 of one.
    double deviation_us() const;
    double mean_amount() const { return double(amount) / double(pdus); }
};

enum class Way { ProgramToProgram, DriverToDriver };

/// Shares of the PDUs added so far, in the order in which their causes are met.
class ShareTable {
public:
    explicit ShareTable(Way way) : way_(way) {}
    void add(const PduChain& chain);
    std::vector<Share> shares() const;

private:
    /// What one PDU adds to a share.
    struct Part {
        std::size_t share;
        core::Femtoseconds time;
    };
    std::size_t place_of(const card::Span& span);
    void add_part(std::size_t share, core::Femtoseconds time);

    Way way_;
    std::vector<Share> found_;
    std::vector<Part> parts_;  ///< Of the PDU in work.
    std::size_t pdus_ = 0;
};

/// PDUs of each direction whose spans are written out; shares are taken over all.
inline constexpr std::size_t kMostChains = 2000;

/// The chains of a direction's PDUs: the first of them whole, of all what they come to. A run may be long.
class DirectionChains {
public:
    DirectionChains() = default;
    DirectionChains(std::initializer_list<PduChain> chains) {
        for (const PduChain& c : chains) add(c);
    }
    void add(PduChain chain);
    bool empty() const { return pdus_ == 0; }
    std::size_t size() const { return pdus_; }
    /// Those that are written out.
    const std::vector<PduChain>& first() const { return first_; }
    std::vector<Share> shares(Way way) const { return (way == Way::ProgramToProgram ? whole_ : between_).shares(); }
    /// Microseconds, of those of which both ends were seen.
    const probe::StageStats& driver_to_driver() const { return driver_us_; }
    /// Fewest and most of a PDU.
    std::pair<std::size_t, std::size_t> octets() const { return octets_; }

private:
    std::vector<PduChain> first_;
    ShareTable whole_{Way::ProgramToProgram}, between_{Way::DriverToDriver};
    probe::StageStats driver_us_;
    std::pair<std::size_t, std::size_t> octets_{~std::size_t{0}, 0};
    std::size_t pdus_ = 0;
};

struct AttributionReport {
    std::vector<std::pair<std::string, DirectionChains>> directions;
    bool empty() const;
};

/// One row a span: run, pdu, direction, id, resource, state, cause, amount, begin_ns and end_ns since the run's start,
/// duration_fs.
void write_attribution(std::ostream& out, const AttributionReport& report);
/// For each direction and cause: how many PDUs, the mean microseconds of one and their spread, percent of its whole
/// time, and where the cause counts something, how much.
nlohmann::ordered_json to_json(const AttributionReport& report);
/// The largest causes from driver to driver.
std::string attribution_text(const AttributionReport& report);

}  // namespace niclab::lab
