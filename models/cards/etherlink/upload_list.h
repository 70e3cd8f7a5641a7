/// @file The list of buffers for received frames: descriptors in host memory, and the way of frames
/// from the receive FIFO to their fragments.
///
/// Source: 3c59x.c of Linux 6.1 and if_xl.c of FreeBSD. A frame is moved when it is complete, or
///   earlier if DmaCtrl allows it and the threshold for early frames is reached. A descriptor with a
///   complete status still belongs to the host: the list stalls until UpUnStall.
/// Behaviour: after the last octet the status is written and the host is notified, then the address
///   of the next descriptor is read. A stall is complete when nothing but octets of a frame is on
///   the bus.
/// Assumed: the rest of a frame that is longer than its buffers is dropped, with its status
///   complete and an overflow. A write of the list pointer ends the descriptor under way, and drops
///   its frame. Checksums are checked of frames that came in whole; a wrong FCS leaves them
///   unchecked, and a 3C905 has no checks.
/// Not modelled: UpPoll, the two lists of descriptors with alternate sequence.
#pragma once

#include <vector>

#include "cards/etherlink/descriptor_list.h"
#include "cards/etherlink/registers.h"

namespace niclab::etherlink {

class UploadList : public DescriptorList {
public:
    struct Stats {
        std::uint64_t descriptors = 0, full = 0, overflows = 0;
    };
    UploadList(Receiver& receiver, Registers& registers, bool boomerang);

    bool can_begin() const override;
    void reset();
    void set_pointer(std::uint32_t address);
    void set_stalled(bool stalled);
    /// Nothing that the stall has to wait for is on the bus.
    bool settled() const { return !moving_ || state_ == State::Data; }
    /// Status of the last frame, and whether the list is stalled.
    std::uint32_t status_register() const { return status_ | (stalled_ ? up::kStalled : 0); }
    const Stats& stats() const { return stats_; }

    bool early = false;  ///< Frames may be moved before they are complete.

protected:
    void settle() override;
    void move(ether_board::Transfer& transfer) override;
    std::uint32_t final_status() const override { return status_; }
    bool take_head(std::uint32_t status) override;
    void take_entry() override { settle(); }
    void take_data(const ether_board::Transfer&) override { settle(); }
    void take_status() override;
    void take_link(std::uint32_t next) override { follow(next); }

private:
    bool frame_ends() const;
    void end_frame();
    std::uint32_t frame_status() const;
    std::uint32_t checksum_bits() const;
    bool frame_waits() const;
    unsigned burst() const;

    Receiver& receiver_;
    Registers& registers_;
    const bool boomerang_;
    bool unstalled_ = false;  ///< While the head of a descriptor is read.
    bool overflow_ = false;
    std::uint32_t status_ = 0;
    std::vector<std::uint8_t> frame_;  ///< For its checksums, and its length.
    Stats stats_;
};

}  // namespace niclab::etherlink
