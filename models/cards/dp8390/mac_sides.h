/// @file  The FIFOs between the chip's clock and those of the MAC: an octet each way, and what is told beside them.
#pragma once

#include "cards/dp8390/config.h"
#include "cards/dp8390/layout.h"
#include "core/fifo.h"
#include "core/mailbox.h"

namespace niclab::dp8390 {

/// From the chip to the line. What stands in the FIFO of an attempt that collided is passed over.
class TransmitSide : public ether::OctetSource {
public:
    struct Octet {
        std::uint8_t octet = 0;
        std::uint32_t attempt = 0;  ///< Number of the attempt, of all frames.
    };
    struct Job {
        unsigned octets = 0;
        bool append_fcs = true;
        std::uint32_t attempt = 0;  ///< Its first one.
    };
    core::Fifo<Octet> fifo{"tx_fifo", kFifoOctets};
    core::Mailbox<Job> job{"tx_job"};
    core::Mailbox<std::uint32_t> restart{"tx_restart"};  ///< This attempt comes next: its octets are wanted.
    core::Mailbox<ether::TransmitStatus> done{"tx_done"};
    core::Mailbox<bool> heartbeat_seen{"tx_heartbeat"};

    bool ready() override { return job.has_item(); }
    ether::FrameOptions begin(unsigned attempt) override {
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
        done.post(status);
        job.take();
    }
    void heartbeat(bool seen) override {
        if (!heartbeat_seen.full()) heartbeat_seen.post(seen);
    }

private:
    void empty() {
        while (!fifo.empty()) fifo.pop();
    }
    std::uint32_t attempt_ = 0;
    unsigned sent_ = 0;
};

/// From the line to the chip. An octet that finds the FIFO full is lost, and with it the rest of its frame.
class ReceiveSide : public ether::OctetSink {
public:
    struct End {
        std::uint32_t octets = 0;  ///< Of the frame, that went into the FIFO.
        bool overrun = false;
        ether::ReceiveStatus status;
    };
    core::Fifo<std::uint8_t> fifo{"rx_fifo", kFifoOctets};
    core::Fifo<End> ends{"rx_ends", 4};
    core::Mailbox<Address> address{"rx_address"};  ///< Destination of the frame that comes in.

    /// Whom to wake where an octet or an end is there.
    void set_consumer(core::Clocked& consumer) { consumer_ = &consumer, address.set_consumer(consumer); }

    void begin() override { octets_ = 0, overrun_ = false; }
    void octet(std::uint8_t o) override {
        overrun_ |= fifo.free() == 0;
        if (overrun_) return;
        if (octets_ < to_.size()) to_[octets_] = o;
        fifo.push(o);
        if (++octets_ == to_.size() && !address.full()) address.post(to_);
        consumer_->wake();
    }
    void ended(const ether::ReceiveStatus& status) override {
        if (ends.free() > 0) ends.push({octets_, overrun_, status});
        consumer_->wake();
    }

private:
    core::Clocked* consumer_ = nullptr;
    std::uint32_t octets_ = 0;
    bool overrun_ = false;
    Address to_{};
};

}  // namespace niclab::dp8390
