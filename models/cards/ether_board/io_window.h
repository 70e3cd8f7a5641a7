/// @file The windows of a card, such as 32 ports, between the PCI clock and a chip's clock: one
/// access at a time, for the enabled octets.
///
/// Behaviour: writes are posted, and the chip processes them in order; a read waits for them and
///   for its result. If that takes longer than PCI allows, the read is retried, and the retry at
///   the same address gets the result.
#pragma once

#include "bus/target_if.h"
#include "core/mailbox.h"

namespace niclab::ether_board {

struct HostAccess {
    std::uint32_t offset = 0;  ///< Of the dword.
    std::uint8_t enables = 0;  ///< Enabled octets.
    bool write = false;
    std::uint32_t data = 0;
    unsigned window = 0;  ///< Number of the BAR.
};

class IoWindow : public bus::TargetPort {
public:
    core::Mailbox<HostAccess> requests{"io_requests"};
    core::Mailbox<std::uint32_t> answers{"io_answers"};

    Answer begin(const Access&) override { return {}; }
    bool ready(const Access& a) override {
        if (bus::is_write(a.command)) return !requests.full() && !asked_;
        if (!asked_) {
            if (requests.full()) return false;
            asked_ = true, asked_for_ = {a.offset, a.byte_enables, false, 0, a.window};
            requests.post(asked_for_);
        }
        const bool mine =
            asked_for_.offset == a.offset && asked_for_.enables == a.byte_enables && asked_for_.window == a.window;
        if (!mine || !answers.has_item()) return false;
        answer_ = answers.item();
        answers.take();
        asked_ = false;
        return true;
    }
    /// An access waits for room, or for the result of a read.
    bool call_at_change(core::Timer* due) override {
        answers.call_at_post(asked_ ? due : nullptr);
        requests.call_at_take(asked_ ? nullptr : due);
        return !due || (asked_ ? answers.vacant() : !requests.vacant());
    }
    unsigned later_wait_clocks(const Access&) override { return 0; }
    bool bursts() const override { return false; }
    std::uint32_t read(const Access&) override { return answer_; }
    void write(const Access& a, std::uint32_t data) override {
        requests.post({a.offset, a.byte_enables, true, data, a.window});
    }

private:
    bool asked_ = false;
    HostAccess asked_for_;
    std::uint32_t answer_ = 0;
};

}  // namespace niclab::ether_board
