/// @file Tables of an Ethernet segment.
#pragma once

#include "core/table.h"
#include "lab/results/segment_results.h"

namespace niclab::lab {

/// A row of its results, which name hosts and flows by number.
template <class Item>
struct SegmentRow {
    const SegmentResults& results;
    unsigned run;
    const Item& item;
    std::size_t number;  ///< In its run.
};

const core::Table<SegmentRow<FrameTrace>>& frame_table();
const core::Table<SegmentRow<StationLedger>>& station_table();
const core::Table<SegmentRow<CableUse>>& cable_table();

/// The sender of a signal that was heard: a host, or a collision.
std::string heard(const SegmentResults& results, std::size_t station);
/// It was sent or given up.
bool is_over(const FrameTrace& frame);

}  // namespace niclab::lab
