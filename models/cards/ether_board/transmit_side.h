/// @file The FIFO from a chip's clock to the MAC's. It keeps the beginning of a frame, so that a
/// retry needs no data from beyond the chip.
///
/// Assumed: 64 of its octets, the length of a slot time, keep the beginning of the frame under way;
///   the others follow it.
#pragma once

#include <array>

#include "core/fifo.h"
#include "core/mailbox.h"
#include "ether/octet_interface.h"

namespace niclab::ether_board {

inline constexpr unsigned kKeptOctets = 64;

class TransmitSide : public ether::OctetSource {
public:
    struct Octet {
        std::uint8_t octet = 0;
        bool last = false;        ///< Of its frame.
        std::uint32_t frame = 0;  ///< Number of its frame; octets of an aborted frame are skipped.
    };
    struct Job {
        ether::FrameOptions options;
        std::uint32_t frame = 0;
    };
    /// `fifo_octets`: size of both parts, more than kKeptOctets.
    explicit TransmitSide(std::size_t fifo_octets) : fifo("tx_fifo", fifo_octets - kKeptOctets) {}
    core::Fifo<Octet> fifo;
    core::Mailbox<Job> job{"tx_job"};
    core::Mailbox<ether::TransmitStatus> done{"tx_done"};
    core::Mailbox<bool> heartbeat_seen{"tx_heartbeat"};
    core::Mailbox<std::uint32_t> withdrawal{"tx_withdrawal"};  ///< A frame that the chip gives up.

    bool ready() override { return job.has_item(); }
    bool withdrawn() override { return withdrawal.has_item() && withdrawal.item() == job.item().frame; }
    ether::FrameOptions begin(unsigned attempt) override {
        if (attempt == 1) kept_ = 0;
        sent_ = 0, over_ = false;
        return job.item().options;
    }
    ether::NextOctet next() override {
        if (over_) return {ether::Supply::End};
        if (sent_ < kept_) return give(first_[sent_]);
        while (!fifo.empty() && fifo.front().frame != job.item().frame) fifo.pop();
        if (fifo.empty()) return {ether::Supply::Empty};
        const Octet octet = fifo.front();
        fifo.pop();
        if (kept_ < kKeptOctets && sent_ == kept_) first_[kept_++] = octet;
        return give(octet);
    }
    void ended(const ether::TransmitStatus& status) override {
        while (!fifo.empty()) fifo.pop();
        if (withdrawal.has_item()) withdrawal.take();
        done.post(status);
        job.take();
    }
    void heartbeat(bool seen) override {
        if (!heartbeat_seen.full()) heartbeat_seen.post(seen);
    }

    /// Chip: gives this frame up, if the MAC has not begun it. Its end follows in any case.
    void withdraw(std::uint32_t frame) {
        if (!withdrawal.full()) withdrawal.post(frame);
    }

private:
    ether::NextOctet give(const Octet& octet) {
        ++sent_;
        over_ = octet.last;
        return {ether::Supply::Octet, octet.octet};
    }
    std::array<Octet, kKeptOctets> first_{};
    unsigned kept_ = 0, sent_ = 0;
    bool over_ = false;
};

}  // namespace niclab::ether_board
