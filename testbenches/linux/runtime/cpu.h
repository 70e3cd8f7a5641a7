/// @file A CPU of a simulated Linux machine: interrupts, timers, delays, and a queue of work.
///
/// Timing: code costs nothing except its register accesses and delays. An interrupt is handled at
///   one of those or while the CPU idles, unless it is masked. Work runs in order; interrupts and
///   timers nest in it. The layers above an Ethernet driver may cost time as well
///   (Machine::Config::frame_us).
/// Two CPUs: programs and their system calls are work of the first one. Both take interrupts
///   (interrupts.h). Timers, polls and transmissions run on the CPU that has started them, work items on
///   the first one. The accesses of
///   the driver to memory are known: at some, which the seed selects, time passes, and interrupts
///   and the other CPU come in between. Stores become visible late (store_buffer.h).
/// Not modelled: more than two CPUs, scheduling of processes, time of instructions and of cache
///   misses.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <string>
#include <vector>

#include "host/port.h"
#include "kernel/time.h"
#include "runtime/store_buffer.h"

namespace niclab::linux_kernel {

class Machine;

class Cpu {
public:
    struct Config {
        unsigned number = 0;
        double jiffy_us = 4000;    ///< Length of a jiffy; 4000 us on a real machine of 250 Hz.
        double interrupt_us = 0;   ///< From INTA# to the handler.
        bool interleaves = false;  ///< The machine has another one.
        std::uint64_t seed = 1;    ///< Of the interleavings.
    };
    Cpu(Machine& machine, host::Port& port, const Config& config);

    unsigned number() const { return config_.number; }
    /// Adds work for the CPU, from outside.
    void post(std::function<void()> work);
    bool idle() const { return !busy_ && work_.empty(); }
    /// The main loop of the CPU, in its own SC_THREAD.
    void run();

    // To be called by code that runs on this CPU.
    bool mask();  ///< Masks interrupts; returns whether they were already masked.
    void restore(bool masked);
    /// A function of the driver has returned: interrupts must be masked, or not, as they were.
    void expect_interrupts(bool masked, const char* what, CodeAddress function);
    bool masked() const { return masked_; }
    /// Timers wait until the last of as many calls; calls nest.
    void mask_softirqs() { ++softirqs_masked_; }
    void unmask_softirqs();
    bool softirqs_masked() const { return softirqs_masked_ > 0; }
    /// Whether no interrupt can be taken.
    bool is_undisturbed() const;
    void enable_lines();
    /// To be called after an operation that took time: interrupts and timers that are due run now.
    void resume();
    void delay(double us);
    /// Waits for an interrupt or a timer, for `most` jiffies at most; returns the remaining ones.
    long idle_jiffies(long most);
    unsigned long jiffies() const { return static_cast<unsigned long>(port_.now() / jiffy_fs_); }
    /// Records which lines have requests from now on, each once; they are not handled meanwhile.
    void begin_probe();
    /// The lines with requests; bit n is line n.
    std::uint32_t end_probe();
    /// Checks for interrupts and work, when another CPU has changed something.
    void wake() { core::fire(work_event_); }

    void add(timer_list* timer);
    void remove(timer_list* timer);
    /// The timer with the function that runs now; nullptr: none.
    const timer_list* running_timer() const { return in_timer_ ? timer_ : nullptr; }

    // Of a CPU that interleaves.
    StoreBuffer stores;
    /// Before an access of the driver to memory.
    void before_access();
    /// Stores of the CPU up to now come before what follows.
    void barrier() {
        if (config_.interleaves) stores.barrier();
    }

    /// It runs an interrupt handler or a timer.
    bool in_interrupt() const { return handlers_ > 0 || in_timer_; }

private:
    void take_interrupts();
    bool note_probed();
    /// A timer that is due could run now.
    bool takes_timers() const { return !masked_ && !in_timer_ && softirqs_masked_ == 0; }
    void run_timers();
    void wait_at_most(core::Femtoseconds time);
    core::Femtoseconds until_next_timer() const;
    void check_result(int irq, CodeAddress handler, irqreturn_t result);

    Machine& machine_;
    host::Port& port_;
    Config config_;
    core::Femtoseconds jiffy_fs_;
    base::RandomStream interleavings_;
    unsigned until_pause_ = 0;  ///< Accesses to memory.
    bool masked_ = false, in_timer_ = false, busy_ = false;
    unsigned handlers_ = 0;         ///< Running, one inside the other.
    unsigned softirqs_masked_ = 0;  ///< Calls.
    const timer_list* timer_ = nullptr;
    std::vector<timer_list*> timers_;
    std::deque<std::function<void()>> work_;
    sc_core::sc_event work_event_;
};

}  // namespace niclab::linux_kernel
