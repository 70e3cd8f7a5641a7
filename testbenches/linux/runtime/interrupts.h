/// @file The interrupt of a machine's card: its handler, the CPU that handles it, and lines that are
/// disabled.
///
/// Behaviour: one CPU at a time handles it. Of two CPUs, the seed selects the next one; a request
///   waits until that CPU can take it.
#pragma once

#include <cstdint>

#include "base/random.h"
#include "kernel/time.h"

namespace niclab::linux_kernel {

class Interrupts {
public:
    using Handler = irqreturn_t (*)(int, void*);

    /// `name`: of the machine, for its own random stream.
    Interrupts(unsigned cpus, std::uint64_t seed, const std::string& name)
        : cpus_(cpus), choices_(seed, name + ".interrupts") {}

    void set_handler(Handler function, int irq, void* device) { handler_ = function, irq_ = irq, device_ = device; }
    bool has_handler() const { return handler_ != nullptr; }
    Handler handler() const { return handler_; }
    int irq() const { return irq_; }
    const void* device() const { return device_; }
    irqreturn_t call() const { return handler_(irq_, device_); }

    /// Disables the lines, which does not mask timers; calls nest.
    void disable() { ++disabled_; }
    void enable() { disabled_ -= disabled_ > 0 ? 1 : 0; }
    bool is_disabled() const { return disabled_ > 0 || held_; }
    /// No CPU takes it, because a trial makes all of them deaf.
    void hold(bool held) { held_ = held; }

    bool may_be_taken_by(unsigned cpu) const { return handler_ && !running_ && target_ == cpu; }
    void begin() { running_ = true, ++count_; }
    /// The handler has returned; the next request may be one for another CPU.
    void end() {
        running_ = false;
        if (cpus_ > 1) target_ = static_cast<unsigned>(choices_.uniform(0, cpus_ - 1));
    }
    bool is_running() const { return running_; }
    /// Interrupts taken.
    std::uint64_t count() const { return count_; }

    unsigned unhandled = 0;  ///< Interrupts in a row that the handler did not handle.
    bool probing = false;
    std::uint32_t probed = 0;

private:
    unsigned cpus_, target_ = 0, disabled_ = 0;
    base::RandomStream choices_;
    Handler handler_ = nullptr;
    int irq_ = 0;
    void* device_ = nullptr;
    bool running_ = false, held_ = false;
    std::uint64_t count_ = 0;
};

}  // namespace niclab::linux_kernel
