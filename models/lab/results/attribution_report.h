/// @file The attribution of a run's latency: the span chain of each PDU, and the share of each
/// cause.
#pragma once

#include <initializer_list>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <utility>
#include <vector>

#include "card/spans.h"
#include "core/column.h"
#include "probe/track/stage_stats.h"

namespace niclab::lab {

/// The chain of one delivered PDU.
struct PduChain {
    unsigned run = 0;
    std::uint32_t pdu = 0;
    std::size_t octets = 0;  ///< Payload.
    core::Femtoseconds run_start = 0;
    /// Driver to driver: from the call of the sending driver to the transfer to the protocol by the
    /// receiving one. The two times are the same for every kind of card, and all work of a card and
    /// its driver for the packet is between them.
    core::Femtoseconds down = 0, up = 0;
    std::vector<card::Span> spans;
    core::Femtoseconds in_waveform = 0;  ///< Begin of the first span, in the time of waveforms.
};

/// Time of one cause over some PDUs; for a wait also the owner of the awaited resource.
struct Share {
    const card::Cause* cause = nullptr;
    std::string words;
    std::size_t pdus = 0;  ///< Number of PDUs of the mean.
    core::Femtoseconds total = 0;
    std::uint64_t amount = 0;
    double square_us2 = 0;  ///< Sum of the squares of each PDU's time.
    double mean_us() const { return double(total) * 1e-9 / double(pdus); }
    /// Standard deviation over the PDUs; 0 for one.
    double deviation_us() const;
    double mean_amount() const { return double(amount) / double(pdus); }
};

enum class Way { ProgramToProgram, DriverToDriver };

/// Shares of the PDUs added up to now, in the order of first occurrence of their causes.
class ShareTable {
public:
    explicit ShareTable(Way way) : way_(way) {}
    void add(const PduChain& chain);
    std::vector<Share> shares() const;
    /// Writes the shares to an archive or reads them: lab/parallel/archive.h.
    template <class Archive>
    void transfer(Archive& archive) {
        transfer_all(archive, found_, pdus_);
    }

private:
    /// The contribution of one PDU to a share.
    struct Part {
        std::size_t share;
        core::Femtoseconds time;
    };
    std::size_t place_of(const card::Span& span);
    void add_part(std::size_t share, core::Femtoseconds time);

    Way way_;
    std::vector<Share> found_;
    std::vector<Part> parts_;  ///< Of the present PDU.
    std::size_t pdus_ = 0;
};

/// PDUs of each direction with spans in the file; shares are computed over all.
inline constexpr std::size_t kMostChains = 2000;

/// The chains of a direction's PDUs: the first ones in full, for all their sums. A run may be long.
class DirectionChains {
public:
    DirectionChains() = default;
    DirectionChains(std::initializer_list<PduChain> chains) {
        for (const PduChain& c : chains) add(c);
    }
    void add(PduChain chain);
    bool empty() const { return pdus_ == 0; }
    std::size_t size() const { return pdus_; }
    /// Those with spans in the file.
    const std::vector<PduChain>& first() const { return first_; }
    std::vector<Share> shares(Way way) const { return (way == Way::ProgramToProgram ? whole_ : between_).shares(); }
    /// Microseconds, of those with both ends observed.
    const probe::StageStats& driver_to_driver() const { return driver_us_; }
    /// Smallest and largest size of a PDU.
    std::pair<std::size_t, std::size_t> octets() const { return octets_; }
    /// Writes the chains to an archive or reads them: lab/parallel/archive.h.
    template <class Archive>
    void transfer(Archive& archive) {
        transfer_all(archive, first_, whole_, between_, driver_us_, octets_, pdus_);
    }

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

/// Of attribution.csv.
core::Columns attribution_columns();
/// Writes attribution.csv, one row per span.
void write_attribution(const std::string& folder, const AttributionReport& report);
/// For each direction and cause: the number of PDUs, the mean microseconds of one and their spread,
/// and percent of its whole time. If the cause counts items, also their number.
nlohmann::ordered_json to_json(const AttributionReport& report);
/// The largest causes from driver to driver.
std::string attribution_text(const AttributionReport& report);

}  // namespace niclab::lab
