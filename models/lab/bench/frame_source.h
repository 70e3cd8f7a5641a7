/// @file The frames of a flow between MACs, or the packets of a flow of UDP: their sizes, when each is
/// offered, and how many were made.
///
/// Behaviour: a frame of a timed flow is offered at its time. That of another flow is offered when the
///   one before has left its host and it is prepared.
#pragma once

#include <functional>

#include "base/event_queue.h"
#include "base/random.h"
#include "lab/experiment/segment_keys.h"

namespace niclab::lab {

class FrameSource {
public:
    FrameSource(base::EventQueue& event_queue, const SegmentFlow& flow, std::uint64_t seed)
        : event_queue_(event_queue), flow_(flow), random_(seed, "flow." + flow.name) {}

    /// Called with the octets of a frame that was made.
    std::function<void(unsigned octets)> offer;
    /// The time at which the next frame of a flow without times is prepared; empty: at once.
    std::function<Femtoseconds(unsigned octets)> prepared;

    /// The time of the first frame, or of the next one.
    void due(std::uint64_t) {
        if (over()) return;
        if (!is_timed()) {
            const Femtoseconds at = prepared ? prepared(next_size()) : 0;
            return at <= event_queue_.now() ? make(0) : event_queue_.at(at, base::call<&FrameSource::make>(this));
        }
        make(0);
        if (!over()) event_queue_.after(flow_.plan->interval(random_), base::call<&FrameSource::due>(this));
    }
    /// One of its frames has left its host, sent or aborted.
    void left() {
        if (!is_timed()) due(0);
    }
    void stop() { stopped_ = true; }
    bool is_timed() const { return flow_.plan->is_timed(); }
    std::uint64_t made() const { return made_; }
    bool over() const { return stopped_ || (flow_.count > 0 && made_ == flow_.count); }

private:
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
    void make(std::uint64_t) {
        const unsigned octets = next_size();
        ++made_;
        offer(octets);
    }

    base::EventQueue& event_queue_;
    const SegmentFlow& flow_;
    base::RandomStream random_;
    std::uint64_t made_ = 0, drawn_ = 0;
    unsigned octets_ = 0;  ///< The last size that was drawn.
    bool stopped_ = false;
};

}  // namespace niclab::lab
