/// @file INTA# of a card with packet memory: coalesced events, by number and by time.
#pragma once

#include <cstdint>

namespace niclab::packet_sar {

class Interrupts {
public:
    /// `delay_clocks`: after the first PDU; 0: no limit.
    Interrupts(unsigned pdus, std::uint64_t delay_clocks) : wanted_(pdus), delay_(delay_clocks) {}

    /// A PDU was sent or received in clock number `cycle`.
    void raise(std::uint32_t event, std::uint64_t cycle) {
        if (pdus_++ == 0) due_ = cycle + delay_;
        events_ |= event;
    }
    /// The host reads the events, which clears them.
    std::uint32_t take() {
        const std::uint32_t events = events_;
        reset();
        return events;
    }
    void reset() { events_ = 0, pdus_ = 0; }
    bool level(std::uint64_t cycle) const {
        if (pdus_ == 0) return false;
        return pdus_ >= wanted_ || (delay_ > 0 && cycle >= due_);
    }
    /// The level may change with time, without an event.
    bool delaying() const { return pdus_ > 0 && pdus_ < wanted_; }

private:
    const unsigned wanted_;
    const std::uint64_t delay_;
    std::uint32_t events_ = 0;
    unsigned pdus_ = 0;
    std::uint64_t due_ = 0;
};

}  // namespace niclab::packet_sar
