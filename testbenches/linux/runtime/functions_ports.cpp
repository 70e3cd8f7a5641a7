// I/O ports of the machine's card, and its registers in a window of either kind.
#include <fmt/format.h>

#include "kernel/ports.h"
#include "runtime/machine.h"

using niclab::linux_kernel::CodeAddress;
using niclab::linux_kernel::Machine;
using niclab::linux_kernel::Rule;
using Kind = niclab::linux_kernel::Holdings::Kind;

namespace {

// While an access waits for the bus another machine may continue: the accessing machine must be
// determined before.

constexpr u32 kPortsEnd = 0x10000;  ///< Addresses from here on are memory.

template <class T>
T in(unsigned long address, CodeAddress caller) {
    Machine& machine = Machine::current();
    niclab::linux_kernel::Cpu& cpu = machine.cpu();
    cpu.barrier();
    const auto at = static_cast<u32>(address);
    machine.expect_reachable(at, caller);
    const u32 value = at < kPortsEnd ? machine.port.io_read(at, sizeof(T)) : machine.port.memory_read(at, sizeof(T));
    machine.accesses.read({false, at, sizeof(T), value, caller}, machine.port.now());
    cpu.resume();
    return static_cast<T>(value);
}

template <class T>
void out(T value, unsigned long address, CodeAddress caller) {
    Machine& machine = Machine::current();
    niclab::linux_kernel::Cpu& cpu = machine.cpu();
    cpu.barrier();
    const auto at = static_cast<u32>(address);
    machine.expect_reachable(at, caller);
    if (at < kPortsEnd)
        machine.port.io_write(at, sizeof(T), value);
    else
        machine.port.memory_write(at, sizeof(T), value);
    machine.accesses.write({true, at, sizeof(T), value, caller}, machine.port.now());
    cpu.resume();
}

template <class T>
void in_string(unsigned long port, void* to, unsigned long n, CodeAddress caller) {
    auto* at = static_cast<unsigned char*>(to);
    for (; n > 0; --n, at += sizeof(T)) {
        const T value = in<T>(port, caller);
        memcpy(at, &value, sizeof(T));
    }
}

template <class T>
void out_string(unsigned long port, const void* from, unsigned long n, CodeAddress caller) {
    const auto* at = static_cast<const unsigned char*>(from);
    for (; n > 0; --n, at += sizeof(T)) {
        T value;
        memcpy(&value, at, sizeof(T));
        out<T>(value, port, caller);
    }
}

unsigned long address_of(const volatile void* address) { return reinterpret_cast<std::uintptr_t>(address); }

}  // namespace

extern "C" {

u8 inb(unsigned long port) { return in<u8>(port, NICLAB_CALLER); }
u16 inw(unsigned long port) { return in<u16>(port, NICLAB_CALLER); }
u32 inl(unsigned long port) { return in<u32>(port, NICLAB_CALLER); }
void outb(u8 value, unsigned long port) { out(value, port, NICLAB_CALLER); }
void outw(u16 value, unsigned long port) { out(value, port, NICLAB_CALLER); }
void outl(u32 value, unsigned long port) { out(value, port, NICLAB_CALLER); }
unsigned ioread8(const volatile void* address) { return in<u8>(address_of(address), NICLAB_CALLER); }
unsigned ioread16(const volatile void* address) { return in<u16>(address_of(address), NICLAB_CALLER); }
unsigned ioread32(const volatile void* address) { return in<u32>(address_of(address), NICLAB_CALLER); }
void iowrite8(u8 value, volatile void* address) { out(value, address_of(address), NICLAB_CALLER); }
void iowrite16(u16 value, volatile void* address) { out(value, address_of(address), NICLAB_CALLER); }
void iowrite32(u32 value, volatile void* address) { out(value, address_of(address), NICLAB_CALLER); }
void insb(unsigned long port, void* to, unsigned long n) { in_string<u8>(port, to, n, NICLAB_CALLER); }
void insw(unsigned long port, void* to, unsigned long n) { in_string<u16>(port, to, n, NICLAB_CALLER); }
void insl(unsigned long port, void* to, unsigned long n) { in_string<u32>(port, to, n, NICLAB_CALLER); }
void outsb(unsigned long port, const void* from, unsigned long n) { out_string<u8>(port, from, n, NICLAB_CALLER); }
void outsw(unsigned long port, const void* from, unsigned long n) { out_string<u16>(port, from, n, NICLAB_CALLER); }
void outsl(unsigned long port, const void* from, unsigned long n) { out_string<u32>(port, from, n, NICLAB_CALLER); }

struct resource* request_region(unsigned long start, unsigned long octets, const char* name) {
    static resource region;
    Machine& machine = Machine::current();
    if (machine.holdings.overlapping(start, octets) || machine.fails(NICLAB_CALLER)) return nullptr;
    machine.holdings.take(Kind::Ports, start, NICLAB_CALLER, octets);
    region = {start, octets, name};
    return &region;
}

void release_region(unsigned long start, unsigned long octets) {
    Machine& machine = Machine::current();
    const auto* held = machine.holdings.find(Kind::Ports, start);
    if ((!held || held->size != octets) && machine.debug())
        machine.findings.add(Rule::Device, NICLAB_CALLER,
                             fmt::format("release_region() of ports {:X}h to {:X}h, which the driver does not have; "
                                         "expected those of request_region()",
                                         start, start + octets - 1));
    machine.holdings.give_back(Kind::Ports, start, NICLAB_CALLER);
}
}
