// Channels of the board's DMA controllers, and the memory addresses that masters of an ISA bus can
// access.
#include "kernel/dma.h"
#include "runtime/machine.h"

using niclab::linux_kernel::DmaMappings;
using niclab::linux_kernel::Machine;
using niclab::linux_kernel::Rule;
using Kind = niclab::linux_kernel::Holdings::Kind;

namespace {
constexpr unsigned kChannels = 8, kCascade = 4;  // channel 4 is the other controller's
}

extern "C" {

int request_dma(unsigned channel, const char*) {
    if (channel >= kChannels || channel == kCascade) return -EINVAL;
    auto& holdings = Machine::current().holdings;
    if (holdings.find(Kind::DmaChannel, channel) || Machine::current().fails(NICLAB_CALLER)) return -EBUSY;
    holdings.take(Kind::DmaChannel, channel, NICLAB_CALLER);
    return 0;
}

void free_dma(unsigned channel) {
    Machine& machine = Machine::current();
    if (!machine.holdings.give_back(Kind::DmaChannel, channel) && machine.debug())
        machine.findings.add(Rule::Device, NICLAB_CALLER,
                             "free_dma() of channel " + std::to_string(channel) +
                                 ", which the driver does not have; expected a channel of request_dma()");
}

/// The whole block becomes accessible: a driver asks for the address of parts of it.
unsigned long isa_virt_to_bus(const volatile void* octet) {
    Machine& machine = Machine::current();
    const auto* pointer = const_cast<const void*>(octet);
    const auto* block = machine.arena.block_of(pointer);
    if (block && machine.debug()) {
        DmaMappings::Mapping mapping;
        mapping.begin = machine.arena.bus_address(block->first);
        mapping.own = static_cast<const std::uint8_t*>(block->first);
        mapping.octets = static_cast<u32>(block->second.octets);
        mapping.direction = DMA_BIDIRECTIONAL;
        mapping.kind = DmaMappings::Kind::Isa;
        mapping.mapped = NICLAB_CALLER;
        machine.dma.map(mapping);
    }
    return machine.arena.bus_address(pointer);
}

void* isa_bus_to_virt(unsigned long address) {
    return Machine::current().port.memory().at(static_cast<std::uint32_t>(address));
}
}
