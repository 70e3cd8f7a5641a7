// Cards on an ISA bus, which their driver finds itself.
#include "kernel/isa.h"
#include "runtime/machine.h"

using niclab::linux_kernel::Machine;

extern "C" {

int isa_register_driver(struct isa_driver* driver, unsigned most) {
    Machine& machine = Machine::current();
    for (unsigned n = 0; n < most; ++n) {
        auto* card = static_cast<device*>(machine.heap.allocate(sizeof(device), true));
        const bool found =
            (!driver->match || driver->match(card, n) != 0) && (!driver->probe || driver->probe(card, n) == 0);
        if (!found) machine.heap.release(card);
        if (found) machine.isa_cards.push_back(card);
    }
    return machine.isa_cards.empty() ? -ENODEV : 0;
}

void isa_unregister_driver(struct isa_driver* driver) {
    Machine& machine = Machine::current();
    for (unsigned n = 0; n < machine.isa_cards.size(); ++n) {
        driver->remove(machine.isa_cards[n], n);
        machine.heap.release(machine.isa_cards[n]);
    }
    machine.isa_cards.clear();
}
}
