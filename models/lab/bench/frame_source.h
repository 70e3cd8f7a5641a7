/// @file The frames of a flow between MACs: their sizes, their times, and how many were made.
#pragma once

#include "base/random.h"
#include "lab/experiment/segment_keys.h"

namespace niclab::lab {

class FrameSource {
public:
    FrameSource(const SegmentFlow& flow, std::uint64_t seed) : flow_(flow), random_(seed, "flow." + flow.name) {}

    /// Of the next frame; the same until it is made.
    unsigned next_size() {
        if (flow_.sizes.order == SizeChoice::Order::Cyclic)
            return unsigned(flow_.sizes.sizes[made_ % flow_.sizes.sizes.size()]);
        if (drawn_ == made_) {
            octets_ = unsigned(flow_.sizes.draw(random_));
            ++drawn_;
        }
        return octets_;
    }
    void make() { ++made_; }
    std::uint64_t made() const { return made_; }
    bool over() const { return flow_.count > 0 && made_ == flow_.count; }
    /// Of a timed flow: from a frame to the next one.
    base::Femtoseconds interval() { return flow_.plan->interval(random_); }

private:
    const SegmentFlow& flow_;
    base::RandomStream random_;
    std::uint64_t made_ = 0, drawn_ = 0;
    unsigned octets_ = 0;  ///< The last size that was drawn.
};

}  // namespace niclab::lab
