#include "isa/interrupts.h"

namespace niclab::isa {

void Interrupts::before_end_of_elaboration() {
    SC_HAS_PROCESS(Interrupts);
    SC_METHOD(on_change);
    sensitive << changed_;
    for (const auto& irq : bus_.irqs())
        if (irq) sensitive << *irq;
    dont_initialize();
}

void Interrupts::on_change() {
    std::uint32_t now = 0;
    for (unsigned n = 0; n < Bus::kIrqs; ++n)
        if (bus_.irqs()[n] && bus_.irqs()[n]->read()) now |= 1u << n;
    set_requested((requested_ | (now & ~levels_)) & now);
    levels_ = now;
}

void Interrupts::acknowledge() {
    const std::uint32_t asked = requested_ & enabled_;
    requested_ &= ~(asked & (~asked + 1));
    settle();
}

}  // namespace niclab::isa
