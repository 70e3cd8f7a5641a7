/// @file The interrupts of a machine's card: their handlers, the CPU that handles them, and lines that
/// are disabled.
///
/// Behaviour: one CPU at a time handles one of them. Of two CPUs, the seed selects the next one; a
///   request waits until that CPU can take it. A message of MSI or MSI-X has a number of its own,
///   from kFirstMessage on.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "base/random.h"
#include "core/time.h"
#include "kernel/time.h"

namespace niclab::linux_kernel {

class Interrupts {
public:
    using Handler = irqreturn_t (*)(int, void*);
    struct Action {
        Handler handler;
        int irq;
        void* device;
        irqreturn_t call() const { return handler(irq, device); }
    };
    static constexpr unsigned kFirstMessage = 24, kFirstMessageData = 0x41;

    /// `name`: of the machine, for its own random stream.
    Interrupts(unsigned cpus, std::uint64_t seed, const std::string& name)
        : cpus_(cpus), choices_(seed, name + ".interrupts") {}

    void add(const Action& action) { actions_.push_back(action); }
    void remove(int irq) {
        const auto is_it = [irq](const Action& a) { return a.irq == irq; };
        actions_.erase(std::remove_if(actions_.begin(), actions_.end(), is_it), actions_.end());
    }
    /// nullptr: the driver has not requested it.
    const Action* of_irq(int irq) const {
        const auto is_it = [irq](const Action& a) { return a.irq == irq; };
        const auto found = std::find_if(actions_.begin(), actions_.end(), is_it);
        return found == actions_.end() ? nullptr : &*found;
    }
    /// That of a message by its data; 0: of the line. nullptr: the driver has not requested it.
    const Action* of_message(std::uint32_t data) const {
        if (data != 0) return of_irq(int(data - kFirstMessageData + kFirstMessage));
        const auto is_line = [](const Action& a) { return unsigned(a.irq) < kFirstMessage; };
        const auto found = std::find_if(actions_.begin(), actions_.end(), is_line);
        return found == actions_.end() ? nullptr : &*found;
    }

    /// Disables the lines, which does not mask timers; calls nest.
    void disable() { ++disabled_; }
    void enable() { disabled_ -= disabled_ > 0 ? 1 : 0; }
    bool is_disabled() const { return disabled_ > 0 || held_; }
    /// No CPU takes it, because a trial makes all of them deaf.
    void hold(bool held) { held_ = held; }

    bool may_be_taken_by(unsigned cpu) const { return !actions_.empty() && !running_ && target_ == cpu; }
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
    /// A frame was delivered, or one that was sent is freed.
    void note_progress() { fruitless_ = 0; }
    /// The handler returns; whether it was called kMostFruitless times within this time without
    /// progress, so that the cause of the interrupt is not gone. Once for each row of calls.
    bool is_storm(core::Femtoseconds now, core::Femtoseconds within) {
        if (fruitless_++ == 0) since_ = now;
        return fruitless_ == kMostFruitless && now - since_ < within;
    }
    static constexpr unsigned kMostFruitless = 2000;
    bool probing = false;
    std::uint32_t probed = 0;

private:
    unsigned cpus_, target_ = 0, disabled_ = 0;
    base::RandomStream choices_;
    std::vector<Action> actions_;
    bool running_ = false, held_ = false;
    std::uint64_t count_ = 0;
    unsigned fruitless_ = 0;
    core::Femtoseconds since_ = 0;  ///< The first call without progress.
};

}  // namespace niclab::linux_kernel
