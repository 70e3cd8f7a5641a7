/// @file The latency of frames on a segment as spans with causes, in the form of all other runs.
#pragma once

#include "card/place.h"
#include "card/spans.h"
#include "lab/results/attribution_report.h"
#include "lab/results/segment_results.h"

namespace niclab::lab {

/// Of segments alone. Those of the access to the cable are the causes of Ethernet cards.
namespace segment_causes {
using card::Cause;
inline constexpr bool kWaits = true, kWorks = false;
inline constexpr Cause kQueue{"host_queue", "sending host", kWaits, "frames before it"};
inline constexpr Cause kSent{"segment_wire", "line", kWorks, "first bit of the preamble to the last bit of the FCS"};
inline constexpr Cause kArrival{"segment_arrival", "line", kWorks,
                                "last bit of the FCS to the last octet in the receiving MAC"};
}  // namespace segment_causes

/// One for each stage of a frame.
std::vector<const card::Cause*> all_segment_causes();
/// The descriptions of those that are of segments alone.
std::vector<card::Why> segment_whys();

/// The chains of all delivered frames by flow, in the order of the frames.
AttributionReport attribution_of(const SegmentResults& results);

}  // namespace niclab::lab
