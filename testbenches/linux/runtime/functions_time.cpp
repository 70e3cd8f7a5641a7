// Delays, timers and interrupts.
#include "runtime/machine.h"

using niclab::linux_kernel::CodeAddress;
using niclab::linux_kernel::Machine;
using niclab::linux_kernel::Rule;
using Kind = niclab::linux_kernel::Holdings::Kind;

namespace {

niclab::linux_kernel::Cpu& cpu() { return Machine::current().cpu(); }

void start(timer_list* timer, CodeAddress caller) {
    Machine& machine = Machine::current();
    const auto key = reinterpret_cast<uintptr_t>(timer);
    machine.holdings.give_back(Kind::Timer, key);
    machine.holdings.take(Kind::Timer, key, caller);
    machine.timers_not_awaited.erase(timer);
    if (timer->function) return machine.cpu().add(timer);
    machine.holdings.give_back(Kind::Timer, key);
    if (machine.debug())
        machine.findings.add(Rule::Timer, caller,
                             "the timer that is started here has no function; expected timer_setup() before");
}

int stop(timer_list* timer) {
    Machine& machine = Machine::current();
    const int was = timer->pending;
    machine.holdings.give_back(Kind::Timer, reinterpret_cast<uintptr_t>(timer));
    machine.remove_timer(timer);
    return was;
}

/// Waits for the handler on another CPU. An own one cannot end meanwhile.
void await_handler(const char* function, CodeAddress caller) {
    Machine& machine = Machine::current();
    if (machine.cpu().in_interrupt()) return;
    machine.spin_while([&] { return machine.interrupts.is_running(); },
                       [&] {
                           return "at " + machine.findings.line(caller) + " in " + function +
                                  " for the end of the interrupt handler";
                       });
}

/// An interrupt of PCI may be freed a while before the rest of the driver goes on, as free_irq() may
/// sleep. The card's request would then have no handler.
void expect_no_request(Machine& machine, unsigned irq, CodeAddress caller) {
    constexpr double kWhileUs = 1500;  // A frame of 10 Mb/s, and a pause.
    if (!machine.debug() || !machine.is_on_pci()) return;
    machine.cpu().delay(kWhileUs);
    if (machine.interrupts.of_message(0) || !machine.port.interrupt().read()) return;
    machine.findings.add(Rule::Interrupt, caller,
                         "the card requests interrupt " + std::to_string(irq) +
                             " after free_irq(), and no handler takes it; expected a card that was stopped before");
}

/// A fault of a call that has to do with interrupts.
void report(CodeAddress caller, const std::string& text) {
    Machine& machine = Machine::current();
    if (machine.debug()) machine.findings.add(Rule::Interrupt, caller, text);
}

}  // namespace

extern "C" {

unsigned long niclab_jiffies(void) { return cpu().jiffies(); }
void udelay(unsigned long us) { cpu().delay(static_cast<double>(us)); }
void mdelay(unsigned long ms) { cpu().delay(1e3 * static_cast<double>(ms)); }
void schedule(void) {
    Machine::current().may_sleep("schedule()", NICLAB_CALLER);
    cpu().delay(1);
}
long niclab_idle(long timeout) { return cpu().idle_jiffies(timeout); }

void msleep(unsigned long ms) {
    Machine::current().may_sleep("msleep()", NICLAB_CALLER);
    mdelay(ms);
}

void usleep_range(unsigned long least, unsigned long) {
    Machine::current().may_sleep("usleep_range()", NICLAB_CALLER);
    udelay(least);
}

void add_timer(struct timer_list* timer) { start(timer, NICLAB_CALLER); }

int mod_timer(struct timer_list* timer, unsigned long expires) {
    const int was = timer->pending;
    timer->expires = expires;
    start(timer, NICLAB_CALLER);
    return was;
}

int del_timer(struct timer_list* timer) {
    if (timer->function) Machine::current().timers_not_awaited[timer] = NICLAB_CALLER;
    return stop(timer);
}

int del_timer_sync(struct timer_list* timer) {
    Machine& machine = Machine::current();
    machine.timers_not_awaited.erase(timer);
    const CodeAddress caller = NICLAB_CALLER;
    if (machine.debug()) {
        if (machine.cpu().in_interrupt())
            machine.findings.add(Rule::Timer, caller,
                                 "del_timer_sync() in an interrupt handler waits for ever for a timer that it has "
                                 "interrupted; expected del_timer(), or another context");
        machine.locks.expect_no_lock_of_timer(reinterpret_cast<CodeAddress>(timer->function), caller);
    }
    const int was = stop(timer);
    machine.spin_while([&] { return machine.runs_elsewhere(timer); },
                       [&] { return "at " + machine.findings.line(caller) + " for the end of a timer"; });
    return stop(timer) || was;  // It may have started itself again.
}

int request_irq(unsigned irq, irqreturn_t (*handler)(int, void*), unsigned long flags, const char*, void* device) {
    Machine& machine = Machine::current();
    machine.may_sleep("request_irq()", NICLAB_CALLER);
    const bool is_line = irq < niclab::linux_kernel::Interrupts::kFirstMessage;
    if (machine.is_on_pci() && is_line && !(flags & (IRQF_SHARED | IRQF_PROBE_SHARED)))
        report(NICLAB_CALLER,
               "request_irq() of an interrupt of PCI without IRQF_SHARED fails if another card has the same one; "
               "expected IRQF_SHARED");
    if (machine.fails(NICLAB_CALLER)) return -ENOMEM;
    if (machine.interrupts.of_irq(static_cast<int>(irq))) return -EBUSY;
    machine.holdings.take(Kind::Interrupt, irq, NICLAB_CALLER);
    machine.interrupts.add({handler, static_cast<int>(irq), device});
    machine.port.enable_interrupt(irq, true);
    machine.wake_others(machine.cpu());
    machine.cpu().resume();
    return 0;
}

void disable_irq(unsigned) {
    Machine::current().may_sleep("disable_irq()", NICLAB_CALLER);
    Machine::current().interrupts.disable();
    await_handler("disable_irq()", NICLAB_CALLER);
}
void disable_irq_nosync(unsigned) { Machine::current().interrupts.disable(); }
void enable_irq(unsigned) { cpu().enable_lines(); }
unsigned long probe_irq_on(void) {
    cpu().begin_probe();
    return ~0ul;
}
/// Several lines: which one is not known.
int probe_irq_off(unsigned long) {
    const u32 asked = cpu().end_probe();
    return asked != 0 && (asked & (asked - 1)) == 0 ? __builtin_ctz(asked) : 0;
}

int in_interrupt(void) { return cpu().in_interrupt() ? 1 : 0; }
unsigned long niclab_irqsave(void) { return cpu().mask() ? 1 : 0; }
void niclab_irqrestore(unsigned long flags) { cpu().restore(flags != 0); }

void synchronize_irq(unsigned) {
    Machine::current().may_sleep("synchronize_irq()", NICLAB_CALLER);
    await_handler("synchronize_irq()", NICLAB_CALLER);
}

void* free_irq(unsigned irq, void* device) {
    Machine& machine = Machine::current();
    machine.may_sleep("free_irq()", NICLAB_CALLER);
    if (!machine.holdings.give_back(Kind::Interrupt, irq)) {
        report(NICLAB_CALLER, "free_irq() of interrupt " + std::to_string(irq) +
                                  ", which the driver does not have; expected that of request_irq()");
        return nullptr;
    }
    const auto* const action = machine.interrupts.of_irq(static_cast<int>(irq));
    if (action && device != action->device)
        report(NICLAB_CALLER, "free_irq() of interrupt " + std::to_string(irq) +
                                  " with another device than request_irq() was given; expected the same pointer");
    machine.interrupts.remove(static_cast<int>(irq));
    machine.port.enable_interrupt(irq, false);
    await_handler("free_irq()", NICLAB_CALLER);
    machine.cpu().resume();
    if (irq < niclab::linux_kernel::Interrupts::kFirstMessage) expect_no_request(machine, irq, NICLAB_CALLER);
    return device;
}
}
