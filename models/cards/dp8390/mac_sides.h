/// @file The FIFOs between the chip's clock and those of the MAC, one octet per direction, and the
/// messages in parallel with them.
#pragma once

#include "cards/dp8390/config.h"
#include "cards/dp8390/layout.h"
#include "cards/ether_board/receive_side.h"
#include "core/fifo.h"
#include "core/mailbox.h"

namespace niclab::dp8390 {

/// The direction from the chip to the line. Octets in the FIFO of an attempt that collided are
/// skipped.
class TransmitSide : public ether::OctetSource {
public:
    static constexpr std::uint32_t kAttempts = 32;  ///< Numbers of attempts that belong to one frame.
    struct Octet {
        std::uint8_t octet = 0;
        std::uint32_t attempt = 0;  ///< Number of the attempt, over all frames.
    };
    struct Job {
        unsigned octets = 0;
        bool append_fcs = true;
        std::uint32_t attempt = 0;  ///< Number of its first attempt.
    };
    core::Fifo<Octet> fifo{"tx_fifo", kFifoOctets};
    core::Mailbox<Job> job{"tx_job"};
    core::Mailbox<std::uint32_t> restart{"tx_restart"};  ///< The attempt that comes next and requires its octets.
    core::Mailbox<ether::TransmitStatus> done{"tx_done"};
    core::Mailbox<bool> heartbeat_seen{"tx_heartbeat"};
    core::Mailbox<std::uint32_t> withdrawal{"tx_withdrawal"};  ///< An attempt of a frame that the chip gives up.

    bool ready() override { return job.has_item(); }
    bool withdrawn() override { return withdrawal.has_item() && withdrawal.item() - job.item().attempt < kAttempts; }
    ether::FrameOptions begin(unsigned attempt) override {
        if (withdrawal.has_item()) withdrawal.take();  // Of a frame that ended before it.
        attempt_ = job.item().attempt + attempt - 1, sent_ = 0;
        return {job.item().append_fcs, 0};
    }
    ether::NextOctet next() override {
        if (sent_ == job.item().octets) return {ether::Supply::End};
        while (!fifo.empty() && fifo.front().attempt != attempt_) fifo.pop();
        if (fifo.empty()) return {ether::Supply::Empty};
        const std::uint8_t octet = fifo.front().octet;
        fifo.pop(), ++sent_;
        return {ether::Supply::Octet, octet};
    }
    void collided(unsigned, unsigned) override {
        empty();
        restart.post(attempt_ + 1);
    }
    void ended(const ether::TransmitStatus& status) override {
        empty();
        if (withdrawal.has_item()) withdrawal.take();
        done.post(status);
        job.take();
    }
    void heartbeat(bool seen) override {
        if (!heartbeat_seen.full()) heartbeat_seen.post(seen);
    }

    /// Chip: gives the frame of this attempt up, if the MAC is between two attempts or before the
    /// first. Its end follows in any case.
    void withdraw(std::uint32_t attempt) {
        if (!withdrawal.full()) withdrawal.post(attempt);
    }

private:
    void empty() {
        while (!fifo.empty()) fifo.pop();
    }
    std::uint32_t attempt_ = 0;
    unsigned sent_ = 0;
};

/// The direction from the line to the chip; the destination is reported before the rest of the
/// frame is there.
class ReceiveSide : public ether_board::ReceiveSide {
public:
    ReceiveSide() : ether_board::ReceiveSide(kFifoOctets) {}
    core::Mailbox<Address> address{"rx_address"};  ///< Destination of the frame that is being received.

    void set_consumer(core::Clocked& consumer) {
        ether_board::ReceiveSide::set_consumer(consumer);
        address.set_consumer(consumer);
    }

private:
    void taken(std::uint32_t index, std::uint8_t octet) override {
        if (index < to_.size()) to_[index] = octet;
        if (index + 1 == to_.size() && !address.full()) address.post(to_);
    }
    Address to_{};
};

}  // namespace niclab::dp8390
