/// @file The MACs, transceivers and cables of a segment at signal level, ready to run.
#pragma once

#include <memory>
#include <vector>

#include "base/event_queue.h"
#include "check/report.h"
#include "ether/mac.h"
#include "lab/bench/segment_listener.h"
#include "lab/bench/segment_station.h"
#include "lab/experiment/segment.h"
#include "medium/attachment.h"
#include "medium/frame_transaction.h"
#include "medium/repeater.h"
#include "probe/ether/mac_watch.h"

namespace niclab::lab {

/// Runs an event queue along with the kernel: the actions of programs between the edges of the
/// line.
class EventQueueRunner : public sc_core::sc_module {
public:
    EventQueueRunner(sc_core::sc_module_name name, base::EventQueue& event_queue);
    /// To be called after an event was added.
    void look();

private:
    void run();
    base::EventQueue& event_queue_;
    core::Timer due_ = core::Timer::of<&EventQueueRunner::run>(*this);
};

class SegmentBench : public sc_core::sc_module {
public:
    /// `whole`: frames are transferred without pins if nothing else can happen
    /// (medium/frame_transaction.h).
    SegmentBench(sc_core::sc_module_name name, const SegmentExperiment& experiment, SegmentListener& listener,
                 bool whole);
    ~SegmentBench() override;

    SegmentStation& station(std::size_t host);
    std::size_t stations() const { return nodes_.size(); }
    /// Events of programs. Code that adds an event from outside of it calls look().
    base::EventQueue event_queue;
    void look() { runner_.look(); }
    base::Femtoseconds now() const { return core::now_fs(); }
    /// To be called before counters are read: processes late frames.
    void settle() { frames_.settle(); }
    /// Time of bits that were sent without pins; 0: none.
    base::Femtoseconds whole() const { return frames_.time(); }
    /// From the checkers of all MACs' pins.
    std::uint64_t violations_seen() const;
    /// Ordered by time, then by rule and station, independent of the kernel's order.
    std::vector<check::Violation> violations() const;
    std::uint64_t attempts() const;
    const ether::TransmitMachine::Stats& sent(std::size_t host) const;
    const ether::ReceiveMachine::Stats& heard(std::size_t host) const;

private:
    struct Node;
    void add_frame_transactions();
    medium::Segment& cable(const SegmentExperiment& experiment, std::size_t host);

    EventQueueRunner runner_;
    std::vector<std::unique_ptr<medium::Segment>> cables_;
    std::unique_ptr<medium::Hub> hub_;  ///< nullptr without a repeater.
    std::vector<std::unique_ptr<Node>> nodes_;
    medium::FrameTransactions frames_{10};
};

}  // namespace niclab::lab
