/// @file The MACs, transceivers and cables of a segment at signal level, ready to run.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <vector>

#include "base/event_queue.h"
#include "core/tap.h"
#include "ether/mac.h"
#include "ether/octet_interface.h"
#include "lab/bench/observed_parts.h"
#include "lab/bench/segment_listener.h"
#include "lab/experiment/segment.h"
#include "medium/attachment.h"
#include "medium/cabling.h"

namespace niclab::lab {

/// A frame that a program passes on, and its number in the run.
struct SegmentFrame {
    std::size_t number = 0;
    std::vector<std::uint8_t> octets;  ///< Without FCS, padded.
};

/// A station of a segment for programs: frames wait in a queue, are sent in order, and are
/// received whole.
///
/// Behaviour: it is the controller of its MAC (ether/octet_interface.h), without a chip: memory is
///   never late. It is independent of pins and clocks, so that it can be used with a MAC of any
///   abstraction level.
class SegmentStation : public ether::OctetSource, public ether::OctetSink {
public:
    std::function<void()> request;  ///< Notifies the MAC that a frame is ready.
    std::function<void(const SegmentFrame&, const ether::TransmitStatus&)>
        left;  ///< The frame has left the queue, sent or aborted.
    /// A received frame with its FCS.
    std::function<void(const std::vector<std::uint8_t>&, const ether::ReceiveStatus&)> received;

    /// Reports each frame that a program passes on.
    core::Tap<> offered;

    void send(SegmentFrame frame) {
        offered(core::now_fs());
        queue_.push_back(std::move(frame));
        if (!held_) request();
    }
    std::size_t waiting() const { return queue_.size(); }
    /// The card is not ready for its next frame until release().
    void hold() { held_ = true; }
    void release() {
        held_ = false;
        if (!queue_.empty()) request();
    }

    bool ready() override { return !held_ && !queue_.empty(); }
    ether::FrameOptions begin(unsigned) override {
        place_ = 0;
        return {};
    }
    ether::NextOctet next() override {
        const std::vector<std::uint8_t>& octets = queue_.front().octets;
        if (place_ == octets.size()) return {ether::Supply::End};
        return {ether::Supply::Octet, octets[place_++]};
    }
    unsigned certain_octets() const override { return unsigned(queue_.front().octets.size() - place_); }
    void ended(const ether::TransmitStatus& status) override {
        const SegmentFrame frame = std::move(queue_.front());
        queue_.pop_front();
        left(frame, status);
    }

    void begin() override { in_.clear(); }
    void octet(std::uint8_t octet) override { in_.push_back(octet); }
    void ended(const ether::ReceiveStatus& status) override { received(in_, status); }

private:
    std::deque<SegmentFrame> queue_;
    std::size_t place_ = 0;  ///< Position of the next octet of the first frame.
    bool held_ = false;
    std::vector<std::uint8_t> in_;
};

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
    void settle() { cabling_.frames.settle(); }
    /// Time of bits that were sent without pins; 0: none.
    base::Femtoseconds whole() const { return cabling_.frames.time(); }
    /// The MACs of all stations.
    std::vector<SingleMac> macs();
    /// Frames are reported to an observer of each MAC, or to none. To be called before the simulation
    /// begins.
    void follow(const std::vector<ether::SymbolWatch*>& watches);
    /// Whether all frames are at signal level from now on. Returns false if it cannot be changed now.
    bool set_signal_level(bool on);
    const ether::TransmitMachine::Stats& sent(std::size_t host) const;
    const ether::ReceiveMachine::Stats& heard(std::size_t host) const;

private:
    struct Node;

    EventQueueRunner runner_;
    medium::Cabling cabling_;
    std::vector<std::unique_ptr<Node>> nodes_;
};

}  // namespace niclab::lab
