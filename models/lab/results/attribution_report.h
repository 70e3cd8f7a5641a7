/// @file  Where the time of a run's PDUs went: each one's chain, the share of each cause, one sentence, a timeline.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "probe/account/attribution.h"

namespace niclab::lab {

/// The chain of one delivered PDU.
struct PduChain {
    unsigned run = 0;
    std::uint32_t pdu = 0;
    core::Femtoseconds run_start = 0;
    core::Femtoseconds between_begin = 0, between_end = 0;  ///< First bus request and first data in the other's memory.
    std::vector<probe::Span> spans;
};

struct AttributionReport {
    std::vector<std::pair<std::string, std::vector<PduChain>>> directions;
    bool empty() const;
};

/// PDUs of each direction whose spans are written out; shares are taken over all.
inline constexpr std::size_t kMostChains = 2000;

/// One row a span: run, pdu, direction, resource, state, cause, amount, begin_ns and end_ns since the run's start,
/// duration_fs.
std::string attribution_csv(const AttributionReport& report);
/// For each direction and cause: mean microseconds a PDU and percent of its whole time.
nlohmann::ordered_json to_json(const AttributionReport& report);
/// Where a packet spends most of its time between the two buses: a sentence for each direction with packets.
std::vector<std::string> attribution_sentences(const AttributionReport& report);
/// The causes between the two buses, and these sentences.
std::string attribution_text(const AttributionReport& report);
/// Chrome's trace event format, which Perfetto opens: a track a resource, an asynchronous slice a PDU.
std::string timeline_json(const AttributionReport& report);

}  // namespace niclab::lab
