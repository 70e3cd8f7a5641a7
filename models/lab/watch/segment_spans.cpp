#include "lab/watch/segment_spans.h"

#include <algorithm>
#include <iterator>

#include "cards/ether_board/frame_spans.h"
#include "lab/results/segment_tables.h"

namespace niclab::lab {

namespace {

using namespace segment_causes;

/// In the order of FrameStage.
constexpr const Cause* kOfStage[kFrameStages] = {&kQueue,
                                                 &ether_board::causes::kDeferral,
                                                 &ether_board::causes::kGap,
                                                 &ether_board::causes::kBackoff,
                                                 &ether_board::causes::kCollided,
                                                 &kSent,
                                                 &kArrival};

PduChain chain_of(const SegmentResults& r, unsigned run, std::uint32_t number, const FrameTrace& frame) {
    PduChain chain;
    chain.run = run, chain.pdu = number, chain.octets = frame.octets;
    chain.down = frame.offered, chain.up = frame.over;
    chain.spans.reserve(frame.spans.size());
    for (const FrameSpan& s : frame.spans)
        chain.spans.push_back({kOfStage[std::size_t(s.stage)], s.begin, s.end, 0,
                               s.stage == FrameStage::Deferral ? heard(r, s.behind) : ""});
    return chain;
}

}  // namespace

std::vector<const Cause*> all_segment_causes() { return {std::begin(kOfStage), std::end(kOfStage)}; }

std::vector<card::Why> segment_whys() {
    return {{kQueue.id,
             "On a segment the frame waits until its host has sent those before it.",
             {"flow.NAME.interval", "flow.NAME.queue"}},
            {kSent.id,
             "On a segment the frame is sent without a collision, with its preamble and FCS.",
             {"flow.NAME.sizes"}},
            {kArrival.id,
             "On a segment the last bit passes the transceivers, the cable and the receiving MAC.",
             {"segment.NAME.stations.NAME.at"}}};
}

AttributionReport attribution_of(const SegmentResults& r) {
    AttributionReport report;
    for (const SegmentResults::Flow& flow : r.flows) report.directions.emplace_back(flow.name, DirectionChains());
    for (std::size_t run = 0; run < r.records.size(); ++run) {
        const std::vector<FrameTrace>& frames = r.records[run].frames;
        for (std::size_t k = 0; k < frames.size(); ++k)
            if (frames[k].outcome == FrameOutcome::Delivered)
                report.directions[frames[k].flow].second.add(chain_of(r, unsigned(run), std::uint32_t(k), frames[k]));
    }
    const auto none = [](const auto& direction) { return direction.second.empty(); };
    report.directions.erase(std::remove_if(report.directions.begin(), report.directions.end(), none),
                            report.directions.end());
    return report;
}

}  // namespace niclab::lab
