/// @file The receiving half of the FIFO in loopback: it keeps the last octets of a frame and its
/// length, which the host reads through the FIFO's port.
///
/// Source: National's AN-937, sections 4 to 6, and DP8390D, section 12. The FIFO's half has 8
///   octets and is filled in a circle. After the FCS come the low octet of the received length and,
///   twice, the high one. No octet of the frame goes to the ring. The pointers begin anew only with
///   a reset.
/// Assumed: each read of the port advances by one octet, also while a frame is received.
#pragma once

#include <array>

#include "cards/dp8390/config.h"
#include "core/mailbox.h"
#include "ether/octet_interface.h"

namespace niclab::dp8390 {

class LoopReceiver : public ether::OctetSink {
public:
    struct Result {
        Address to{};
        bool fcs_good = false;
    };
    core::Mailbox<Result> done{"loop_done"};

    void begin() override { octets_ = 0, to_ = {}; }
    void octet(std::uint8_t o) override {
        if (octets_ < to_.size()) to_[octets_] = o;
        ++octets_, put(o);
    }
    void ended(const ether::ReceiveStatus& status) override {
        put(std::uint8_t(octets_));
        for (unsigned i = 0; i < 2; ++i) put(std::uint8_t(octets_ >> 8));
        if (!done.full()) done.post({to_, status.fcs_good});
    }

    // To be called by the chip.
    std::uint8_t read() { return fifo_[read_++ % fifo_.size()]; }
    void reset() { read_ = written_ = 0; }

private:
    void put(std::uint8_t o) { fifo_[written_++ % fifo_.size()] = o; }
    std::array<std::uint8_t, 8> fifo_{};
    unsigned read_ = 0, written_ = 0, octets_ = 0;
    Address to_{};
};

}  // namespace niclab::dp8390
