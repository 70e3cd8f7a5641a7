/// @file  Where the time of a run's PDUs went: each one's chain, and the share of each cause.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "card/spans.h"

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

struct AttributionReport {
    std::vector<std::pair<std::string, std::vector<PduChain>>> directions;
    bool empty() const;
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

/// In the order in which they are met.
std::vector<Share> shares(const std::vector<PduChain>& chains, Way way);

/// PDUs of each direction whose spans are written out; shares are taken over all.
inline constexpr std::size_t kMostChains = 2000;

/// One row a span: run, pdu, direction, id, resource, state, cause, amount, begin_ns and end_ns since the run's start,
/// duration_fs.
std::string attribution_csv(const AttributionReport& report);
/// For each direction and cause: how many PDUs, the mean microseconds of one and their spread, percent of its whole
/// time, and where the cause counts something, how much.
nlohmann::ordered_json to_json(const AttributionReport& report);
/// The largest causes from driver to driver.
std::string attribution_text(const AttributionReport& report);

}  // namespace niclab::lab
