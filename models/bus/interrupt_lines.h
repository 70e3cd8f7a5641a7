/// @file  The interrupt lines of a bus as its CPU sees them: which have asked, which may interrupt, INTR.
#pragma once

#include "core/event.h"
#include "core/wire.h"

namespace niclab::bus {

class InterruptLines : public sc_core::sc_module, public core::ActivitySource {
public:
    /// INTR of the CPU: a line that may interrupt has asked.
    const core::Wire<bool>& intr() const { return intr_; }
    /// Line `irq` may interrupt, or may not. To be called by a thread, which waits until INTR says so.
    void enable(unsigned irq, bool on) {
        enabled_ = on ? enabled_ | 1u << irq : enabled_ & ~(1u << irq);
        settle();
    }
    /// Lines that have asked, whether they may interrupt or not; bit n is IRQn.
    std::uint32_t requested() const { return requested_; }
    core::Activity activity() const override { return {calls_, 0, 0}; }

protected:
    explicit InterruptLines(sc_core::sc_module_name name) : sc_module(name) {}
    /// INTR is written by one process alone, which `changed_` wakes: it has changed a delta cycle behind the event's.
    void settle() {
        core::fire(changed_);
        wait(sc_core::SC_ZERO_TIME);
        wait(sc_core::SC_ZERO_TIME);
    }
    /// By that process: so many have asked.
    void tell(std::uint32_t requested) {
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
