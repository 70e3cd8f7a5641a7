/// @file The interrupt lines of a bus as seen by its CPU: requests, enables, and INTR.
#pragma once

#include "core/event.h"
#include "core/wire.h"

namespace niclab::bus {

class InterruptLines : public sc_core::sc_module, public core::ActivitySource {
public:
    /// INTR of the CPU: an enabled line has a request.
    const core::Wire<bool>& intr() const { return intr_; }
    /// Enables or disables line `irq`. To be called by a thread, which waits until INTR is updated.
    void enable(unsigned irq, bool on) {
        enabled_ = on ? enabled_ | 1u << irq : enabled_ & ~(1u << irq);
        settle();
    }
    /// Lines with a request, enabled or not; bit n is IRQn.
    std::uint32_t requested() const { return requested_; }
    core::Activity activity() const override { return {calls_, 0, 0}; }

protected:
    explicit InterruptLines(sc_core::sc_module_name name) : sc_module(name) {}
    /// Waits for an update of INTR. Only one process writes INTR, which `changed_` wakes: INTR
    /// changes one delta cycle after the event.
    void settle() {
        core::fire(changed_);
        wait(sc_core::SC_ZERO_TIME);
        wait(sc_core::SC_ZERO_TIME);
    }
    /// Called by that process with the present requests.
    void set_requested(std::uint32_t requested) {
        ++calls_;
        requested_ = requested;
        intr_.write((requested_ & enabled_) != 0);
    }

    sc_core::sc_event changed_;
    std::uint32_t requested_ = 0, enabled_ = 0;

private:
    core::Wire<bool> intr_{"intr"};
    std::uint64_t calls_ = 0;
};

}  // namespace niclab::bus
