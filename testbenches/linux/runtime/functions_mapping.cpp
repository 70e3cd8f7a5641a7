// Memory that a bus master can access: coherent memory, and mappings of other memory.
#include "kernel/pci.h"
#include "runtime/machine.h"

using niclab::linux_kernel::CodeAddress;
using niclab::linux_kernel::DmaMappings;
using niclab::linux_kernel::Heap;
using niclab::linux_kernel::Machine;
using niclab::linux_kernel::Rule;

namespace {

constexpr Heap::Functions kCoherent{"dma_alloc_coherent()", "dma_free_coherent()"};
constexpr dma_addr_t kMappingError = ~dma_addr_t{0};

/// The device accesses `own` at `reached`.
void add_mapping(Machine& machine, const void* own, const void* reached, size_t octets, int direction,
                 DmaMappings::Kind kind, CodeAddress caller) {
    if (!machine.debug()) return;
    DmaMappings::Mapping mapping;
    mapping.begin = machine.arena.bus_address(reached);
    mapping.own = static_cast<const std::uint8_t*>(own);
    mapping.octets = static_cast<u32>(octets);
    mapping.direction = direction;
    mapping.kind = kind;
    mapping.mapped = caller;
    machine.dma.map(mapping);
}

}  // namespace

extern "C" {

void* dma_alloc_coherent(struct device*, size_t octets, dma_addr_t* bus_address, gfp_t flags) {
    Machine& machine = Machine::current();
    if (!(flags & GFP_ATOMIC)) machine.may_sleep("dma_alloc_coherent() with GFP_KERNEL", NICLAB_CALLER);
    if (machine.fails(NICLAB_CALLER)) return nullptr;
    void* block = machine.arena.allocate(octets, true, kCoherent, NICLAB_CALLER);
    *bus_address = machine.arena.bus_address(block);
    add_mapping(machine, block, block, octets, DMA_BIDIRECTIONAL, DmaMappings::Kind::Coherent, NICLAB_CALLER);
    return block;
}

void dma_free_coherent(struct device*, size_t octets, void* block, dma_addr_t bus_address) {
    Machine& machine = Machine::current();
    const auto& live = machine.arena.live();
    const auto found = live.find(block);
    if (found != live.end() && machine.debug()) {
        const std::string given = " gave at " + machine.findings.line(found->second.allocated);
        const char* allocate = found->second.what.allocate;
        if (allocate != kCoherent.allocate)
            machine.findings.add(Rule::MemoryKind, NICLAB_CALLER,
                                 std::string("dma_free_coherent() of memory that ") +
                                     (allocate ? allocate : "alloc_skb()") + given +
                                     "; expected memory of dma_alloc_coherent()");
        if (octets != found->second.octets || bus_address != machine.arena.bus_address(block))
            machine.findings.add(Rule::MemoryKind, NICLAB_CALLER,
                                 "dma_free_coherent() of " + std::to_string(octets) + " octets of " +
                                     std::to_string(found->second.octets) + " that dma_alloc_coherent()" + given +
                                     "; expected the same size and address");
        machine.end_dma(block, found->second.octets, NICLAB_CALLER);
    }
    machine.cpu().barrier();
    machine.arena.release(block, NICLAB_CALLER);
}

dma_addr_t dma_map_single(struct device*, void* block, size_t octets, int direction) {
    Machine& machine = Machine::current();
    if (machine.fails(NICLAB_CALLER)) return kMappingError;
    const void* reached = machine.bounces.map(block, octets, direction, NICLAB_CALLER);
    add_mapping(machine, block, reached, octets, direction, DmaMappings::Kind::Streaming, NICLAB_CALLER);
    return machine.arena.bus_address(reached);
}

int dma_mapping_error(struct device*, dma_addr_t bus_address) {
    if (bus_address == kMappingError) return -ENOMEM;
    Machine::current().dma.set_checked(static_cast<u32>(bus_address));
    return 0;
}

void dma_unmap_single(struct device*, dma_addr_t bus_address, size_t octets, int direction) {
    Machine& machine = Machine::current();
    if (machine.debug()) machine.dma.unmap(static_cast<u32>(bus_address), octets, direction, NICLAB_CALLER);
    machine.bounces.unmap(static_cast<u32>(bus_address), direction);
}

void dma_sync_single_for_cpu(struct device*, dma_addr_t bus_address, size_t octets, int direction) {
    Machine& machine = Machine::current();
    machine.bounces.sync(static_cast<u32>(bus_address), octets, direction, true);
    if (machine.debug()) machine.dma.sync(static_cast<u32>(bus_address), octets, direction, NICLAB_CALLER);
}

void dma_sync_single_for_device(struct device*, dma_addr_t bus_address, size_t octets, int direction) {
    Machine& machine = Machine::current();
    machine.bounces.sync(static_cast<u32>(bus_address), octets, direction, false);
    if (machine.debug()) machine.dma.sync(static_cast<u32>(bus_address), octets, direction, NICLAB_CALLER);
}
}
