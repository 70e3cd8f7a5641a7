/// @file The FIFO between the MAC's receive clock and a chip's: one octet at a time, and in
/// parallel the status of each frame.
#pragma once

#include "core/clocked.h"
#include "core/fifo.h"
#include "core/tap.h"
#include "ether/octet_interface.h"

namespace niclab::ether_board {

/// The direction from the line to the chip. If the FIFO is full, the octet and the rest of its
/// frame are lost. A chip that does not need a frame drops its rest here: only the end of the frame
/// wakes it.
class ReceiveSide : public ether::OctetSink {
public:
    struct End {
        std::uint32_t octets = 0;  ///< Octets of the frame that entered the FIFO.
        bool overrun = false;
        ether::ReceiveStatus status;
        core::Femtoseconds at = 0;  ///< End of its carrier.
    };
    explicit ReceiveSide(std::size_t fifo_octets) : fifo("rx_fifo", fifo_octets) {}
    core::Fifo<std::uint8_t> fifo;
    core::Fifo<End> ends{"rx_ends", 4};
    /// Reports to observers a frame that was not cut by a collision, with its FCS, as the MAC
    /// received it.
    core::Tap<std::vector<std::uint8_t>> heard;

    /// The module to wake for an octet or an end.
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
        if (ends.free() > 0) ends.push({octets_, overrun_, status, core::now_fs()}), ++reported_;
        consumer_->wake();
        if (heard.active() && !status.own_collision && !status.runt()) heard(core::now_fs(), frame_);
    }

    // Called by the chip; one that drops frames takes all their ends in this way.
    void drop_rest() { dropped_ = taken_, dropped_at_ = core::now_fs(); }
    End take_end() {
        const End end = ends.front();
        ends.pop(), ++taken_;
        return end;
    }

protected:
    /// Octet `index` of a frame entered the FIFO.
    virtual void taken(std::uint32_t /*index*/, std::uint8_t /*octet*/) {}

private:
    /// The chip dropped this frame before now.
    bool dropping() const { return dropped_ == reported_ && dropped_at_ < core::now_fs(); }

    core::Clocked* consumer_ = nullptr;
    std::uint32_t octets_ = 0;
    bool overrun_ = false;
    std::uint64_t reported_ = 0, taken_ = 0;     ///< Number of ends.
    std::uint64_t dropped_ = ~std::uint64_t{0};  ///< Number of the frame that is dropped (the ends before its own),
    core::Femtoseconds dropped_at_ = 0;          ///< and the time of the chip's request.
    std::vector<std::uint8_t> frame_;            ///< Used with a listener.
};

}  // namespace niclab::ether_board
