/// @file A station of a segment for programs: frames wait in a queue, are sent in order, and are
/// received whole.
///
/// Behaviour: it is the controller of its MAC (ether/octet_interface.h), without a chip: memory is
///   never late. It is independent of pins and clocks, so that it can be used with a MAC of any
///   abstraction level.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <vector>

#include "ether/octet_interface.h"

namespace niclab::lab {

/// A frame that a program passes on, and its number in the run.
struct SegmentFrame {
    std::size_t number = 0;
    std::vector<std::uint8_t> octets;  ///< Without FCS, padded.
};

class SegmentStation : public ether::OctetSource, public ether::OctetSink {
public:
    std::function<void()> request;  ///< Notifies the MAC that a frame is ready.
    std::function<void(const SegmentFrame&, const ether::TransmitStatus&)>
        left;  ///< The frame has left the queue, sent or aborted.
    /// A received frame with its FCS.
    std::function<void(const std::vector<std::uint8_t>&, const ether::ReceiveStatus&)> received;

    void send(SegmentFrame frame) {
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

}  // namespace niclab::lab
