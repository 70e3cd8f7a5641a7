#include "eisa/interrupts.h"

namespace niclab::eisa {

void Interrupts::before_end_of_elaboration() {
    SC_HAS_PROCESS(Interrupts);
    SC_METHOD(on_change);
    sensitive << changed_;
    for (unsigned n = 0; n < Bus::kIrqs; ++n)
        for (const auto& irq : bus_.irqs(n)) sensitive << *irq;
    dont_initialize();
}

void Interrupts::on_change() {
    std::uint32_t now = 0;
    for (unsigned n = 0; n < Bus::kIrqs; ++n)
        for (const auto& irq : bus_.irqs(n)) now |= std::uint32_t{irq->read()} << n;
    set_requested(now);
}

}  // namespace niclab::eisa
