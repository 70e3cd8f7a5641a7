/// @file The one CPU of a simulated Linux machine: interrupts, timers, delays, and a queue of work.
///
/// Timing: code costs nothing except its register accesses and delays. An interrupt is handled at
///   one of those or while the CPU idles, unless it is masked. Work runs in order; interrupts and
///   timers nest in it. The layers above an Ethernet driver may cost time as well
///   (Machine::Config::frame_us).
/// Not modelled: several CPUs, scheduling of processes, time of instructions and of cache misses.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <string>
#include <vector>

#include "host/port.h"
#include "kernel/time.h"

namespace niclab::linux_kernel {

class Machine;

class Cpu {
public:
    using Handler = irqreturn_t (*)(int, void*);

    /// `jiffy_us`: length of a jiffy, 4000 us on a real machine of 250 Hz. `interrupt_us`: from
    /// INTA# to the handler.
    Cpu(Machine& machine, host::Port& port, double jiffy_us, double interrupt_us);

    /// Adds work for the CPU, from outside.
    void post(std::function<void()> work);
    bool idle() const { return !busy_ && work_.empty(); }
    /// The main loop of the CPU, in its own SC_THREAD.
    void run();

    // To be called by code that runs on this CPU.
    bool mask();  ///< Masks interrupts; returns whether they were already masked.
    void restore(bool masked);
    bool masked() const { return masked_; }
    /// Disables the lines of interrupts, which does not mask timers; calls nest.
    void disable_lines() { ++disabled_; }
    void enable_lines();
    /// Whether no interrupt can be taken.
    bool is_undisturbed() const { return masked_ || disabled_ > 0; }
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
    void set_handler(Handler handler, int irq, void* device) { handler_ = handler, irq_ = irq, device_ = device; }
    bool has_handler() const { return handler_ != nullptr; }

    void add(timer_list* timer);
    void remove(timer_list* timer);

    /// It runs an interrupt handler or a timer.
    bool in_interrupt() const { return handlers_ > 0 || in_timer_; }
    std::uint64_t interrupts() const { return interrupts_; }

private:
    void take_interrupts();
    void check_result(Handler handler, irqreturn_t result);
    bool note_probed();
    void run_timers();
    void wait_at_most(core::Femtoseconds time);
    core::Femtoseconds until_next_timer() const;

    Machine& machine_;
    host::Port& port_;
    core::Femtoseconds jiffy_fs_;
    double interrupt_us_;
    Handler handler_ = nullptr;
    int irq_ = 0;
    void* device_ = nullptr;
    bool masked_ = false, in_timer_ = false, busy_ = false;
    unsigned handlers_ = 0;  ///< Running, one inside the other.
    unsigned disabled_ = 0;
    unsigned unhandled_ = 0;  ///< Interrupts in a row that the handler did not handle.
    bool probing_ = false;
    std::uint32_t probed_ = 0;
    std::vector<timer_list*> timers_;
    std::deque<std::function<void()>> work_;
    sc_core::sc_event work_event_;
    std::uint64_t interrupts_ = 0;
};

}  // namespace niclab::linux_kernel
