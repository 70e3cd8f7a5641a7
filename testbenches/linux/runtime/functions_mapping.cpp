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
constexpr size_t kCacheLine = 64;

/// The device accesses `own` at `reached`.
void add_mapping(Machine& machine, const void* own, const void* reached, size_t octets, int direction,
                 DmaMappings::Kind kind, CodeAddress caller) {
    if (kind == DmaMappings::Kind::Streaming) machine.findings.maps_dma = true;
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

/// The memory of a mapping is in one block, but for the rest of its last line of the cache.
void expect_mappable(Machine& machine, const void* begin, size_t octets, CodeAddress caller) {
    if (!machine.debug()) return;
    const auto* in_heap = machine.heap.block_of(begin);
    const auto* block = in_heap ? in_heap : machine.arena.block_of(begin);
    if (!block)
        return machine.findings.add(
            Rule::DmaMemory, caller,
            "memory is mapped that was not allocated, such as a variable of a function or of the module, which a "
            "device may not reach; expected kmalloc() or a packet buffer");
    const auto left = static_cast<size_t>(static_cast<const char*>(block->first) + block->second.octets -
                                          static_cast<const char*>(begin));
    if (octets >= left + kCacheLine)
        machine.findings.add(Rule::DmaMemory, caller,
                             std::to_string(octets) + " octets are mapped of a block that has " + std::to_string(left) +
                                 ", allocated at " + machine.findings.line(block->second.allocated) +
                                 "; expected at most those");
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
    if (machine.debug() && machine.cpu().masked())
        machine.findings.add(Rule::Sleep, NICLAB_CALLER,
                             "dma_free_coherent() may have to change the mapping of pages, but is called with "
                             "interrupts masked; expected interrupts on");
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
    if (machine.fails(NICLAB_CALLER)) {
        machine.dma.note_failed(NICLAB_CALLER);
        return kMappingError;
    }
    expect_mappable(machine, block, octets, NICLAB_CALLER);
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
