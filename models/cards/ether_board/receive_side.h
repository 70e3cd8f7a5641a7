/// @file  The FIFO between the MAC's receive clock and a chip's: an octet each way, and how each frame ended beside them.
#pragma once

#include "core/clocked.h"
#include "core/fifo.h"
#include "ether/seam.h"

namespace niclab::ether_board {

/// From the line to the chip. An octet that finds the FIFO full is lost, and with it the rest of its frame.
class ReceiveSide : public ether::OctetSink {
public:
    struct End {
        std::uint32_t octets = 0;  ///< Of the frame, that went into the FIFO.
        bool overrun = false;
        ether::ReceiveStatus status;
        core::Femtoseconds at = 0;  ///< When its carrier was over.
    };
    explicit ReceiveSide(std::size_t fifo_octets) : fifo("rx_fifo", fifo_octets) {}
    core::Fifo<std::uint8_t> fifo;
    core::Fifo<End> ends{"rx_ends", 4};

    /// Whom to wake where an octet or an end is there.
    void set_consumer(core::Clocked& consumer) { consumer_ = &consumer; }

    void begin() override { octets_ = 0, overrun_ = false; }
    void octet(std::uint8_t o) override {
        overrun_ |= fifo.free() == 0;
        if (overrun_) return;
        fifo.push(o);
        taken(octets_++, o);
        consumer_->wake();
    }
    void ended(const ether::ReceiveStatus& status) override {
        if (ends.free() > 0) ends.push({octets_, overrun_, status, core::now_fs()});
        consumer_->wake();
    }

protected:
    /// Octet `index` of a frame went into the FIFO.
    virtual void taken(std::uint32_t /*index*/, std::uint8_t /*octet*/) {}

private:
    core::Clocked* consumer_ = nullptr;
    std::uint32_t octets_ = 0;
    bool overrun_ = false;
};

}  // namespace niclab::ether_board
