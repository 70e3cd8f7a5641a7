// Memory, numbers for pointers, and the registration of a module's entry point.
#include <algorithm>
#include <cstdio>
#include <stdexcept>

#include "runtime/machine.h"

using niclab::linux_kernel::CodeAddress;
using niclab::linux_kernel::Heap;
using niclab::linux_kernel::Machine;
using niclab::linux_kernel::Parameters;
using niclab::linux_kernel::Rule;

namespace {

constexpr Heap::Functions kKmalloc{"kmalloc()", "kfree()"};

void* allocate(size_t octets, gfp_t flags, bool zeroed, CodeAddress caller) {
    Machine& machine = Machine::current();
    if (!(flags & GFP_ATOMIC)) machine.may_sleep("an allocation with GFP_KERNEL", caller);
    if (machine.fails(caller)) return nullptr;
    if (flags & GFP_DMA) return machine.arena.allocate(octets, zeroed, kKmalloc, caller);
    return machine.heap.allocate(octets, zeroed, kKmalloc, caller);
}

}  // namespace

extern "C" {

void niclab_module_begins_with(int (*init)(void)) {
    if (!Parameters::asking()) Machine::current().begins.push_back(init);
}
void niclab_module_ends_with(void (*exit)(void)) {
    if (!Parameters::asking()) Machine::current().ends.push_back(exit);
}

void niclab_bug(const char* what) { throw std::runtime_error(std::string("the driver stops itself: ") + what); }

ssize_t strscpy(char* to, const char* from, size_t octets) {
    const size_t n = std::min(strlen(from), octets - 1);
    memcpy(to, from, n);
    to[n] = 0;
    return static_cast<ssize_t>(n);
}

void* kmalloc(size_t octets, gfp_t flags) { return allocate(octets, flags, false, NICLAB_CALLER); }
void* kzalloc(size_t octets, gfp_t flags) { return allocate(octets, flags, true, NICLAB_CALLER); }
void* kcalloc(size_t n, size_t octets, gfp_t flags) { return allocate(n * octets, flags, true, NICLAB_CALLER); }
void* kmalloc_array(size_t n, size_t octets, gfp_t flags) { return allocate(n * octets, flags, false, NICLAB_CALLER); }
void kfree(const void* block) {
    Machine& machine = Machine::current();
    auto* given = const_cast<void*>(block);
    const CodeAddress caller = NICLAB_CALLER;
    const bool reached = machine.port.memory().address_of(block).has_value();
    const auto& live = reached ? machine.arena.live() : machine.heap.live();
    const auto found = live.find(given);
    if (found != live.end()) {
        machine.end_timers(given, found->second.octets, caller);
        machine.end_dma(given, found->second.octets, caller);
        const char* allocate = found->second.what.allocate;
        if (machine.debug() && allocate && allocate != kKmalloc.allocate)
            machine.findings.add(Rule::MemoryKind, caller,
                                 std::string("kfree() of memory that ") + allocate + " gave at " +
                                     machine.findings.line(found->second.allocated) + "; expected " +
                                     found->second.what.release);
    }
    reached ? machine.arena.release(given, caller) : machine.heap.release(given, caller);
}

void idr_init(struct idr* idr) { *idr = {nullptr, 0, 0}; }

void idr_destroy(struct idr* idr) {
    Machine::current().heap.release(idr->slots, NICLAB_CALLER);
    idr_init(idr);
}

int idr_alloc(struct idr* idr, void* pointer, int first, int end, gfp_t flags) {
    if (!(flags & GFP_ATOMIC)) Machine::current().may_sleep("idr_alloc() with GFP_KERNEL", NICLAB_CALLER);
    int id = first > idr->first_free ? first : idr->first_free;
    while (id < idr->size && idr->slots[id]) ++id;
    if (end > 0 && id >= end) return -EBUSY;
    if (id >= idr->size) {
        const int size = id * 2 + 64;
        auto** slots = static_cast<void**>(Machine::current().heap.allocate(
            static_cast<size_t>(size) * sizeof(void*), true, {"idr_alloc()", "idr_destroy()"}, NICLAB_CALLER));
        for (int i = 0; i < idr->size; ++i) slots[i] = idr->slots[i];
        Machine::current().heap.release(idr->slots, NICLAB_CALLER);
        idr->slots = slots;
        idr->size = size;
    }
    idr->slots[id] = pointer;
    if (first <= idr->first_free) idr->first_free = id + 1;
    return id;
}

void* idr_find(struct idr* idr, unsigned long id) {
    return id < static_cast<unsigned long>(idr->size) ? idr->slots[id] : nullptr;
}

void* idr_remove(struct idr* idr, unsigned long id) {
    void* pointer = idr_find(idr, id);
    if (!pointer) return nullptr;
    idr->slots[id] = nullptr;
    if (static_cast<int>(id) < idr->first_free) idr->first_free = static_cast<int>(id);
    return pointer;
}

int mac_pton(const char* text, u8* mac) {
    unsigned o[6];
    if (std::sscanf(text, "%2x:%2x:%2x:%2x:%2x:%2x", o, o + 1, o + 2, o + 3, o + 4, o + 5) != 6) return 0;
    for (int i = 0; i < 6; ++i) mac[i] = static_cast<u8>(o[i]);
    return 1;
}
}
