// Channels of the board's DMA controllers, and the memory addresses that masters of an ISA bus can
// access.
#include "kernel/dma.h"
#include "runtime/machine.h"

using niclab::linux_kernel::Machine;

namespace {
constexpr unsigned kChannels = 8, kCascade = 4;  // channel 4 is the other controller's
}

extern "C" {

int request_dma(unsigned channel, const char*) {
    if (channel >= kChannels || channel == kCascade) return -EINVAL;
    unsigned& taken = Machine::current().dma_channels;
    if (taken >> channel & 1u) return -EBUSY;
    taken |= 1u << channel;
    return 0;
}

void free_dma(unsigned channel) { Machine::current().dma_channels &= ~(1u << channel); }

unsigned long isa_virt_to_bus(const volatile void* octet) {
    return Machine::current().arena.bus_address(const_cast<const void*>(octet));
}

void* isa_bus_to_virt(unsigned long address) {
    return Machine::current().port.memory().at(static_cast<std::uint32_t>(address));
}
}
