// The screen of a run on an Ethernet segment: rates of the stations, and times of each flow's frames.
#include <fmt/format.h>

#include <algorithm>

#include "base/count_of.h"
#include "lab/results/brief.h"
#include "lab/results/segment_results.h"

namespace niclab::lab {

namespace {

constexpr std::size_t kMostStages = 3;

/// "wire 1220.80, backoff 34.13", the largest first.
std::string largest_stages(const SegmentResults::Flow& f) {
    std::vector<std::size_t> order;
    for (std::size_t k = 0; k < kFrameStages; ++k)
        if (f.stage_us(k) > 0) order.push_back(k);
    std::stable_sort(order.begin(), order.end(),
                     [&f](std::size_t a, std::size_t b) { return f.stage_us(a) > f.stage_us(b); });
    std::string text;
    for (std::size_t k = 0; k < order.size() && k < kMostStages; ++k)
        text += fmt::format("{}{} {:.2f}", k == 0 ? "" : ", ", to_string(FrameStage(order[k])), f.stage_us(order[k]));
    return text;
}

std::string flow_row(const SegmentResults::Flow& f) {
    double mean_us = 0;
    for (std::size_t k = 0; k < kFrameStages; ++k) mean_us += f.stage_us(k);
    return fmt::format("  {}, {} to {}: {:.2f} ({}); {}", f.name, f.from, f.to, mean_us,
                       base::count_of(f.frames, "frame"), largest_stages(f));
}

BriefTable table(const SegmentResults& r) {
    std::vector<std::string> rows;
    for (const SegmentResults::Flow& f : r.flows)
        if (f.frames > 0) rows.push_back(flow_row(f));
    return table_of_rows("Mean time of a delivered frame, from program to program, and its largest parts, us:",
                         std::move(rows), 6, "flows");
}

}  // namespace

Brief brief(const SegmentResults& r) {
    Brief b;
    b.answer = segment_answer(r);
    b.table = table(r);
    if (const std::uint64_t n = r.violations(); n > 0)
        b.warnings.push_back(fmt::format("Warning: the checker of CSMA/CD found {}.", base::count_of(n, "violation")));
    if (!std::all_of(r.stations.begin(), r.stations.end(), [](const auto& s) { return s.balances(); }))
        b.warnings.push_back("Warning: a ledger does not balance; results.json has its numbers.");
    if (!r.sums_exact()) b.warnings.push_back("Warning: the stages of a frame do not sum to its time; see frames.csv.");
    for (const std::string& message : r.messages()) b.warnings.push_back(message);
    b.about = fmt::format("{}, {} simulated, seed {}", r.experiment, simulated_time(r), r.seed);
    return b;
}

}  // namespace niclab::lab
