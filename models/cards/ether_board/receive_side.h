/// @file  The FIFO between the MAC's receive clock and a chip's: an octet each way, and how each frame ended beside them.
#pragma once

#include "core/clocked.h"
#include "core/fifo.h"
#include "core/tap.h"
#include "ether/seam.h"

namespace niclab::ether_board {

/// From the line to the chip. An octet that finds the FIFO full is lost, and with it the rest of its frame. A chip that does not want a frame drops
/// its rest here: it is woken by its end alone.
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
    /// For observers: a frame that was not cut by a collision, with its FCS, as the MAC received it.
    core::Tap<std::vector<std::uint8_t>> heard;

    /// Whom to wake where an octet or an end is there.
    void set_consumer(core::Clocked& consumer) { consumer_ = &consumer; }

    void begin() override { octets_ = 0, overrun_ = false, frame_.clear(); }
    void octet(std::uint8_t o) override {
        if (heard.active()) frame_.push_back(o);
        if (dropping()) return;
        overrun_ |= fifo.free() == 0;
        if (overrun_) return;
        fifo.push(o);
        taken(octets_++, o);
        consumer_->wake();
    }
    bool waits() const override { return !dropping(); }
    void ended(const ether::ReceiveStatus& status) override {
        if (ends.free() > 0) ends.push({octets_, overrun_, status, core::now_fs()}), ++told_;
        consumer_->wake();
        if (heard.active() && !status.own_collision && !status.runt()) heard(core::now_fs(), frame_);
    }

    // Of the chip; one that drops frames takes all its ends so.
    void drop_rest() { dropped_ = taken_, dropped_at_ = core::now_fs(); }
    End take_end() {
        const End end = ends.front();
        ends.pop(), ++taken_;
        return end;
    }

protected:
    /// Octet `index` of a frame went into the FIFO.
    virtual void taken(std::uint32_t /*index*/, std::uint8_t /*octet*/) {}

private:
    /// The chip said so of this frame before now.
    bool dropping() const { return dropped_ == told_ && dropped_at_ < core::now_fs(); }

    core::Clocked* consumer_ = nullptr;
    std::uint32_t octets_ = 0;
    bool overrun_ = false;
    std::uint64_t told_ = 0, taken_ = 0;         ///< Ends.
    std::uint64_t dropped_ = ~std::uint64_t{0};  ///< The frame with so many ends before its own is dropped,
    core::Femtoseconds dropped_at_ = 0;          ///< as the chip said then.
    std::vector<std::uint8_t> frame_;            ///< Where somebody listens.
};

}  // namespace niclab::ether_board
