#include "runtime/cpu.h"

#include <algorithm>

#include "runtime/machine.h"

namespace niclab::linux_kernel {

namespace {
constexpr core::Femtoseconds kForever = 3'600'000'000'000'000'000;

std::string name_of(const Machine& machine, unsigned number) {
    return std::string(machine.name()) + ".cpu" + std::to_string(number);
}

template <class Function>
CodeAddress code_of(Function function) {
    return reinterpret_cast<CodeAddress>(function);
}
}  // namespace

Cpu::Cpu(Machine& machine, host::Port& port, const Config& config)
    : stores(port.memory(), machine.findings, config.seed, name_of(machine, config.number)),
      machine_(machine),
      port_(port),
      config_(config),
      jiffy_fs_(static_cast<core::Femtoseconds>(config.jiffy_us * 1e9)),
      interleavings_(config.seed, name_of(machine, config.number) + ".pauses") {
    stores.is_coherent = [this](std::uint32_t address) { return machine_.is_coherent(address); };
    stores.pause = [this](double us, const sc_core::sc_event& until) {
        sc_core::wait(core::from_fs(static_cast<core::Femtoseconds>(us * 1e9) + 1), until);
        machine_.set_running(*this);
    };
}

void Cpu::before_access() {
    constexpr unsigned kMostBetween = 400;
    constexpr double kLongestUs = 3;
    if (until_pause_-- > 0) return;
    until_pause_ = static_cast<unsigned>(interleavings_.uniform(1, kMostBetween));
    delay(kLongestUs * interleavings_.uniform01());
}

void Cpu::post(std::function<void()> work) {
    work_.push_back(std::move(work));
    core::fire(work_event_);
}

void Cpu::run() {
    for (;;) {
        resume();
        if (work_.empty()) {
            wait_at_most(kForever);
            continue;
        }
        busy_ = true;
        const auto work = std::move(work_.front());
        work_.pop_front();
        work();
        barrier();
        busy_ = false;
    }
}

bool Cpu::mask() {
    const bool was = masked_;
    masked_ = true;
    return was;
}

void Cpu::restore(bool masked) {
    masked_ = masked;
    resume();
}

void Cpu::expect_interrupts(bool masked, const char* what, CodeAddress function) {
    if (masked_ == masked) return;
    masked_ = masked;
    if (machine_.debug())
        machine_.findings.add(Rule::Lock, machine_.findings.lines.at(function, false).line,
                              std::string(what) + " returns with interrupts " + (masked ? "enabled" : "masked") +
                                  ", unlike before; expected spin_lock() in an interrupt handler, and elsewhere "
                                  "spin_unlock_irqrestore() or local_irq_restore()");
}

void Cpu::unmask_softirqs() {
    softirqs_masked_ -= softirqs_masked_ > 0 ? 1 : 0;
    resume();
}

bool Cpu::is_undisturbed() const { return masked_ || machine_.interrupts.is_disabled(); }

void Cpu::enable_lines() {
    machine_.interrupts.enable();
    machine_.wake_others(*this);
    resume();
}

void Cpu::resume() {
    machine_.set_running(*this);
    take_interrupts();
    run_timers();
}

void Cpu::begin_probe() {
    for (unsigned irq = 0; irq < nr_irqs; ++irq) port_.enable_interrupt(irq, true);
    machine_.interrupts.probing = true, machine_.interrupts.probed = 0;
    resume();
}

std::uint32_t Cpu::end_probe() {
    resume();
    machine_.interrupts.probing = false;
    for (unsigned irq = 0; irq < nr_irqs; ++irq) port_.enable_interrupt(irq, false);
    resume();
    return machine_.interrupts.probed;
}

bool Cpu::note_probed() {
    const std::uint32_t asked = port_.interrupts_requested();
    machine_.interrupts.probed |= asked;
    if (asked != 0) port_.acknowledge_interrupt();
    machine_.set_running(*this);
    return asked != 0;
}

void Cpu::take_interrupts() {
    Interrupts& line = machine_.interrupts;
    while (line.probing && port_.interrupt().read() && note_probed()) {
    }
    while (!is_undisturbed() && line.may_be_taken_by(number()) && port_.interrupt().read()) {
        masked_ = true;
        line.begin();
        port_.acknowledge_interrupt();
        const std::uint32_t message = port_.accepted_message();
        // After the last message the request ends later.
        if (message != 0 || !line.of_message(0)) sc_core::wait(core::from_fs(1));
        machine_.set_running(*this);
        if (config_.interrupt_us > 0) delay(config_.interrupt_us);
        const Interrupts::Action* const found = line.of_message(message);
        if (!found) {  // The driver has not requested it: it has no effect.
            masked_ = false;
            line.end();
            continue;
        }
        const Interrupts::Action action = *found;
        const std::size_t locks = machine_.locks.held();
        const Locks::Atomic atomic(machine_.locks, true);
        ++handlers_;
        const irqreturn_t result = action.call();
        barrier();
        --handlers_;
        expect_interrupts(true, "the interrupt handler", code_of(action.handler));
        if (machine_.debug()) {
            machine_.locks.expect_returned("the interrupt handler", code_of(action.handler), locks);
            check_result(action.irq, code_of(action.handler), result);
        }
        masked_ = false;
        line.end();
        machine_.wake_others(*this);
    }
}

/// As in the kernel, a line with interrupts that its handler does not handle is disabled.
void Cpu::check_result(int irq, CodeAddress handler, irqreturn_t result) {
    constexpr unsigned kMostUnhandled = 100;
    constexpr core::Femtoseconds kStormFs = 200'000'000'000'000;  // 200 ms
    Interrupts& line = machine_.interrupts;
    const auto place = [&] { return machine_.findings.lines.at(handler, false).line; };
    if (result != IRQ_NONE && result != IRQ_HANDLED)
        machine_.findings.add(
            Rule::Interrupt, place(),
            "the interrupt handler returns " + std::to_string(result) + "; expected IRQ_NONE or IRQ_HANDLED");
    if (result == IRQ_HANDLED && line.is_storm(port_.now(), kStormFs))
        machine_.findings.add(Rule::Interrupt, place(),
                              "irq " + std::to_string(irq) + ": the handler was called " +
                                  std::to_string(Interrupts::kMostFruitless) +
                                  " times within 200 ms, and no frame was received or sent meanwhile; expected it to "
                                  "acknowledge or mask each cause of an interrupt");
    line.unhandled = result == IRQ_NONE ? line.unhandled + 1 : 0;
    if (line.unhandled != kMostUnhandled) return;
    machine_.findings.add(Rule::Interrupt, place(),
                          "irq " + std::to_string(irq) + ": nobody cared: the handler returns IRQ_NONE for " +
                              std::to_string(line.unhandled) +
                              " interrupts in a row; expected IRQ_HANDLED when its card requests them");
    line.unhandled = 0;
    if (port_.interrupt().read()) line.disable();
}

void Cpu::run_timers() {
    if (!takes_timers()) return;
    in_timer_ = true;
    for (std::size_t i = 0; i < timers_.size();) {
        timer_list* timer = timers_[i];
        if (timer->expires > jiffies()) {
            ++i;
            continue;
        }
        remove(timer);
        machine_.holdings.give_back(Holdings::Kind::Timer, reinterpret_cast<std::uintptr_t>(timer));
        timer_ = timer;
        const auto function = timer->function;
        const std::size_t locks = machine_.locks.held();
        const Locks::Atomic atomic(machine_.locks, false);
        machine_.locks.begin_timer(code_of(function));
        const bool masked = masked_;
        function(timer);
        expect_interrupts(masked, "the timer", code_of(function));
        machine_.locks.begin_timer(nullptr);
        barrier();
        if (machine_.debug()) machine_.locks.expect_returned("the timer", code_of(function), locks);
        i = 0;  // it may have changed the list
    }
    in_timer_ = false;
}

void Cpu::delay(double us) {
    barrier();
    const core::Femtoseconds end = port_.now() + static_cast<core::Femtoseconds>(us * 1e9);
    while (port_.now() < end) {
        if (masked_)
            sc_core::wait(core::from_fs(end - port_.now()));
        else
            port_.advance(end - port_.now());
        resume();
    }
}

core::Femtoseconds Cpu::until_next_timer() const {
    if (in_timer_ || timers_.empty()) return kForever;
    const auto next = (*std::min_element(timers_.begin(), timers_.end(), [](const timer_list* a, const timer_list* b) {
                          return a->expires < b->expires;
                      }))->expires;
    const core::Femtoseconds due = next * jiffy_fs_;
    return due > port_.now() ? due - port_.now() : 0;
}

void Cpu::wait_at_most(core::Femtoseconds time) {
    if (takes_timers()) time = std::min(time, until_next_timer());  // Else a timer that is due does not run.
    barrier();
    const core::Femtoseconds shortest = std::max<core::Femtoseconds>(time, 1);
    sc_core::wait(core::from_fs(shortest), work_event_ | port_.interrupt().posedge_event());
    resume();
}

long Cpu::idle_jiffies(long most) {
    const unsigned long begin = jiffies();
    wait_at_most(static_cast<core::Femtoseconds>(most) * jiffy_fs_);
    return most - static_cast<long>(jiffies() - begin);
}

void Cpu::add(timer_list* timer) {
    if (!timer->pending) timers_.push_back(timer);
    timer->pending = 1;
}

void Cpu::remove(timer_list* timer) {
    timers_.erase(std::remove(timers_.begin(), timers_.end(), timer), timers_.end());
    timer->pending = 0;
}

}  // namespace niclab::linux_kernel
