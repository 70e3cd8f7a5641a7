#include "isa/interrupts.h"

namespace niclab::isa {

Interrupts::Interrupts(sc_core::sc_module_name name, Bus& bus) : sc_module(name), bus_(bus) {}

void Interrupts::before_end_of_elaboration() {
    SC_HAS_PROCESS(Interrupts);
    SC_METHOD(on_change);
    sensitive << changed_;
    for (const auto& irq : bus_.irqs())
        if (irq) sensitive << *irq;
    dont_initialize();
}

void Interrupts::on_change() {
    ++calls_;
    std::uint32_t now = 0;
    for (unsigned n = 0; n < Bus::kIrqs; ++n)
        if (bus_.irqs()[n] && bus_.irqs()[n]->read()) now |= 1u << n;
    requested_ = (requested_ | (now & ~levels_)) & now;
    levels_ = now;
    intr_.write((requested_ & enabled_) != 0);
}

/// INTR is written by one process alone: it has changed a delta cycle behind the event's.
void Interrupts::settle() {
    core::fire(changed_);
    wait(sc_core::SC_ZERO_TIME);
    wait(sc_core::SC_ZERO_TIME);
}

void Interrupts::enable(unsigned irq, bool on) {
    enabled_ = on ? enabled_ | 1u << irq : enabled_ & ~(1u << irq);
    settle();
}

void Interrupts::acknowledge() {
    const std::uint32_t asked = requested_ & enabled_;
    requested_ &= ~(asked & (~asked + 1));
    settle();
}

}  // namespace niclab::isa
