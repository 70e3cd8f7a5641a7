/// @file The packet buffers between the chip and its MAC, which hold whole frames.
///
/// Behaviour: the chip gives the MAC one whole frame at a time, so that no frame underruns. A frame
///   from the line is passed to the chip when it is complete. A frame that does not fit into the
///   free octets is lost and reported as such.
/// Source: 317453, section 3.2.2 and PBA (from memory of it): one memory, divided by PBA.
/// Assumed: no reception or transmission begins before its frame is complete.
#pragma once

#include <algorithm>

#include "cards/ether_board/address.h"
#include "cards/i8254x/layout.h"
#include "cards/i8254x/octets.h"
#include "core/fifo.h"
#include "core/mailbox.h"
#include "core/tap.h"
#include "ether/octet_interface.h"

namespace niclab::i8254x {

using ether_board::Address;

/// The destination of a frame; zeros if it is too short to have one.
inline Address destination(const Octets& frame) {
    Address to{};
    if (frame.size() >= to.size()) std::copy_n(frame.begin(), to.size(), to.begin());
    return to;
}

class TransmitBuffer : public ether::OctetSource {
public:
    struct Job {
        FramePtr frame;
        ether::FrameOptions options;
    };
    core::Mailbox<Job> job{"tx_job"};
    core::Mailbox<ether::TransmitStatus> done{"tx_done"};

    bool ready() override { return job.has_item(); }
    ether::FrameOptions begin(unsigned) override {
        sent_ = 0;
        return job.item().options;
    }
    ether::NextOctet next() override {
        const Octets& frame = *job.item().frame;
        if (sent_ == frame.size()) return {ether::Supply::End};
        return {ether::Supply::Octet, frame[sent_++]};
    }
    unsigned certain_octets() const override { return unsigned(job.item().frame->size() - sent_); }
    void ended(const ether::TransmitStatus& status) override { done.post(status), job.take(); }

private:
    std::size_t sent_ = 0;
};

class ReceiveBuffer : public ether::OctetSink {
public:
    explicit ReceiveBuffer(std::uint32_t octets) : free_(octets) {}
    struct Frame {
        FramePtr octets;  ///< With the FCS.
        ether::ReceiveStatus status;
        core::Femtoseconds at = 0;  ///< End of its carrier.
    };
    struct Lost {
        Address to{};
        core::Femtoseconds at = 0;
    };
    core::Fifo<Frame> frames{"rx_frames", 1024};
    /// Frames that did not fit.
    core::Fifo<Lost> lost{"rx_lost", 64};
    /// Octets by which the free space grows: the chip has processed frames, or has changed PBA.
    core::Fifo<std::int32_t> freed{"rx_freed", 1024};
    /// Reports to observers a frame with its FCS, as the MAC received it.
    core::Tap<std::vector<std::uint8_t>> heard;
    core::Tap<unsigned> filled;  ///< Reports the octets of its frames.
    /// More octets are in it; negative: less.
    void hold(std::int64_t octets) {
        held_ += octets;
        if (filled.active()) filled(core::now_fs(), unsigned(held_));
    }

    void begin() override { frame_ = std::make_shared<Octets>(); }
    void octet(std::uint8_t octet) override { frame_->push_back(octet); }
    bool waits() const override { return false; }
    void ended(const ether::ReceiveStatus& status) override {
        for (; !freed.empty(); freed.pop()) free_ += freed.front();
        const core::Femtoseconds now = core::now_fs();
        if (heard.active() && !status.runt()) heard(now, *frame_);
        const auto octets = std::int64_t(frame_->size());
        if (octets <= free_ && frames.free() > 0) {
            free_ -= octets, hold(octets);
            frames.push({std::move(frame_), status, now});
        } else if (lost.free() > 0) {
            lost.push({destination(*frame_), now});
        }
    }

private:
    std::shared_ptr<Octets> frame_;
    std::int64_t free_;
    std::int64_t held_ = 0;  ///< Octets of frames that the chip has not moved on.
};

}  // namespace niclab::i8254x
