/// @file The list of frames to be sent: descriptors in host memory, and the way of their fragments
/// to the transmit FIFO.
///
/// Source: 3c59x.c of Linux 6.1 and if_xl.c of FreeBSD. The list pointer is the address of the
///   descriptor under way, and 0 after the last one. With a poll interval it stays at the last one,
///   and the address of the next one is read again at each interval.
/// Behaviour: after the last fragment the header is written with its bit for a downloaded frame.
///   Then the address of the next descriptor is read, and the host is notified if the header has
///   the bit for it. A stall is complete when neither of those steps is on the bus, and none of
///   them begins until its end; the fragments of a frame are fetched meanwhile.
/// Assumed: a header that is written back has the other bits as they were read. A burst begins when
///   the FIFO has space for all of it. Rounding adds zeros. A write of the list pointer ends the
///   descriptor under way, and its frame. A frame with inserted checksums is sent when it is
///   complete. A checksum is computed as if its field were 0, with the pseudo header.
/// A 3C905: TxFreeThresh has to be set before the list is followed (if_xl.c). A descriptor is not
///   written, its header has the length of the frame, and no bits for checksums, rounding or an
///   empty descriptor; the list is never polled (if_xl.c). Assumed: a frame is fetched when so much
///   of the FIFO is free; after a reset the threshold is more than the FIFO has. Octets of the
///   fragments after the length are dropped; a frame of length 0 has that of its fragments.
/// Not modelled: priorities of the bus, the identifier of a frame, descriptors with a time.
#pragma once

#include <vector>

#include "cards/etherlink/descriptor_list.h"
#include "cards/etherlink/internet_checksum.h"
#include "cards/etherlink/registers.h"

namespace niclab::etherlink {

class DownloadList : public DescriptorList {
public:
    struct Stats {
        std::uint64_t descriptors = 0, polls = 0, inserted = 0;
    };
    DownloadList(Transmitter& transmitter, Registers& registers, bool boomerang);

    bool can_begin() const override;
    void reset();
    void set_pointer(std::uint32_t address);
    void set_stalled(bool stalled) { stalled_ = stalled; }
    /// Nothing that the stall has to wait for is on the bus.
    bool settled() const { return !moving_ || state_ == State::Entry || state_ == State::Data; }
    /// The poll interval is over.
    void poll();
    /// The last descriptor waits for the next poll.
    bool waits_for_poll() const { return waits_; }
    const Stats& stats() const { return stats_; }

    unsigned poll_interval = 0;   ///< In units of 320 ns; 0: no polls.
    unsigned free_threshold = 0;  ///< Free space before a frame is fetched, in units of 256 octets.

protected:
    void move(ether_board::Transfer& transfer) override;
    std::uint32_t final_status() const override { return header_ | down::kDownloaded; }
    bool take_head(std::uint32_t header) override;
    void take_entry() override;
    void take_data(const ether_board::Transfer& transfer) override;
    void take_status() override {}
    void take_link(std::uint32_t next) override;

private:
    void end_fragment();
    void end_frame();
    void insert(const FrameChecksums::Field& field);
    void append(std::uint8_t octet);
    unsigned burst() const;

    Transmitter& transmitter_;
    Registers& registers_;
    const bool boomerang_;
    bool waits_ = false, indicates_ = false;
    bool open_ = false;  ///< A frame has begun in the FIFO, and is not complete.
    std::uint32_t header_ = 0;
    core::Femtoseconds taken_ = 0;
    std::vector<std::uint8_t> frame_;  ///< For its checksums.
    Stats stats_;
};

}  // namespace niclab::etherlink
