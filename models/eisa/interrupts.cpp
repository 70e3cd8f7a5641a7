#include "eisa/interrupts.h"

namespace niclab::eisa {

Interrupts::Interrupts(sc_core::sc_module_name name, Bus& bus) : sc_module(name), bus_(bus) {}

void Interrupts::before_end_of_elaboration() {
    SC_HAS_PROCESS(Interrupts);
    SC_METHOD(on_change);
    sensitive << changed_;
    for (unsigned n = 0; n < Bus::kIrqs; ++n)
        for (const auto& irq : bus_.irqs(n)) sensitive << *irq;
    dont_initialize();
}

void Interrupts::on_change() {
    ++calls_;
    requested_ = 0;
    for (unsigned n = 0; n < Bus::kIrqs; ++n)
        for (const auto& irq : bus_.irqs(n)) requested_ |= std::uint32_t{irq->read()} << n;
    intr_.write((requested_ & enabled_) != 0);
}

/// INTR is written by one process alone: it has changed a delta cycle behind the event's.
void Interrupts::enable(unsigned irq, bool on) {
    enabled_ = on ? enabled_ | 1u << irq : enabled_ & ~(1u << irq);
    core::fire(changed_);
    wait(sc_core::SC_ZERO_TIME);
    wait(sc_core::SC_ZERO_TIME);
}

}  // namespace niclab::eisa
