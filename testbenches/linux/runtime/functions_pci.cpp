// Detection of the card, and its registers.
#include <algorithm>

#include "kernel/ports.h"
#include "pci/config_space.h"
#include "pcie/enumeration.h"
#include "runtime/capabilities.h"
#include "runtime/machine.h"

using niclab::linux_kernel::CodeAddress;
using niclab::linux_kernel::is_for;
using niclab::linux_kernel::is_last;
using niclab::linux_kernel::Machine;
using niclab::linux_kernel::Rule;
using niclab::pci::kBusMaster;
using niclab::pci::kIoSpace;
using niclab::pci::kMemorySpace;
using Kind = niclab::linux_kernel::Holdings::Kind;

namespace {

constexpr u32 kMemoryWindow = 0xE0000000u, kIoWindow = 0xC000u;
constexpr u8 kCommandRegister = 4;
constexpr unsigned kIrq = 9;
constexpr int kBars = 6, kAllBars = (1 << kBars) - 1;

// While an access waits for the bus another machine may continue: the accessing machine must be
// determined before.

u32 config_read(const pci_dev* device, u8 offset) {
    Machine& machine = Machine::current();
    niclab::linux_kernel::Cpu& cpu = machine.cpu();
    cpu.barrier();
    const u32 value = machine.port.config_read32(device->slot, offset);
    cpu.resume();
    return value;
}

/// `caller`: the line of the driver.
void config_write(const pci_dev* device, u8 offset, u32 value, CodeAddress caller) {
    Machine& machine = Machine::current();
    niclab::linux_kernel::Cpu& cpu = machine.cpu();
    cpu.barrier();
    machine.port.config_write32(device->slot, offset, value);
    if (offset == kCommandRegister) {
        const bool now = (value & kBusMaster) != 0;
        if (machine.is_master && !now) machine.no_master_since = caller;
        machine.is_master = now;
        machine.pci_master = machine.pci_master || now;
    }
    cpu.resume();
}

/// Octets of a register. Ones that are written to the status register would clear it.
void write_part(const pci_dev* device, int offset, u32 value, unsigned octets, CodeAddress caller) {
    const u8 dword = static_cast<u8>(offset & ~3);
    const unsigned shift = 8 * (static_cast<unsigned>(offset) % 4);
    u32 kept = config_read(device, dword) & ~(((1u << 8 * octets) - 1) << shift);
    if (dword == kCommandRegister) kept &= 0xFFFFu;
    config_write(device, dword, kept | value << shift, caller);
}

/// As a BIOS does: the windows get addresses, and the interrupt gets a number.
void assign(pci_dev* device) {
    for (u8 bar = 0; bar < 6; ++bar) {
        const u8 offset = static_cast<u8>(0x10 + 4 * bar);
        config_write(device, offset, ~0u, nullptr);
        const u32 mask = config_read(device, offset);
        if (mask == 0) continue;
        const bool io = (mask & 1u) != 0;
        const u32 octets = ~(mask & ~(io ? 0x3u : 0xFu)) + 1u;
        const u32 base = (io ? kIoWindow : kMemoryWindow) + bar * (io ? 0x400u : std::max(0x10000u, octets));
        config_write(device, offset, base, nullptr);
        device->resource[bar] = base;
        device->resource_octets[bar] = octets;
        device->resource_flags[bar] = io ? IORESOURCE_IO : IORESOURCE_MEM;
        if (!io) Machine::current().accesses.set_window(std::max(0x100u, octets));
    }
    config_write(device, 0x3C, kIrq, nullptr);
    config_write(device, 0x0C, 64u << 8, nullptr);  // latency timer, as a BIOS leaves it
    device->irq = kIrq;
    if (Machine::current().is_on_express())
        device->pcie_cap =
            static_cast<u8>(niclab::linux_kernel::find_capability(device, niclab::pcie::kExpressIdentifier));
    static pci_bus the_bus{nullptr};
    device->bus = &the_bus;
}

niclab::linux_kernel::Holdings& holdings() { return Machine::current().holdings; }

/// Gives back what a driver must have taken before.
void expect_held(Kind kind, std::uint64_t key, const char* function, CodeAddress caller) {
    Machine& machine = Machine::current();
    if (!machine.holdings.give_back(kind, key, caller) && machine.debug())
        machine.findings.add(Rule::Device, caller,
                             std::string(function) +
                                 " of what the driver does not have; expected one call for each "
                                 "that it has taken");
}

void take_ports(const pci_dev* device, int bars, CodeAddress caller) {
    for (int bar = 0; bar < kBars; ++bar)
        if ((bars >> bar & 1) && device->resource_flags[bar] == IORESOURCE_IO)
            holdings().take(Kind::Ports, device->resource[bar], caller, device->resource_octets[bar]);
}

void give_ports_back(const pci_dev* device, int bars, const char* function, CodeAddress caller) {
    for (int bar = 0; bar < kBars; ++bar)
        if ((bars >> bar & 1) && device->resource_flags[bar] == IORESOURCE_IO)
            expect_held(Kind::Ports, device->resource[bar], function, caller);
}

/// Octets of the next access to memory.
unsigned piece_at(u32 at, size_t left) {
    if (at % 2 != 0 || left < 2) return 1;
    return at % 4 != 0 || left < 4 ? 2 : 4;
}

void read_octets(void* to, const volatile void* from, size_t octets, CodeAddress caller) {
    Machine& machine = Machine::current();
    niclab::linux_kernel::Cpu& cpu = machine.cpu();
    cpu.barrier();
    auto* bytes = static_cast<unsigned char*>(to);
    auto at = static_cast<u32>(reinterpret_cast<uintptr_t>(from));
    machine.expect_reachable(at, caller);
    while (octets > 0) {
        const unsigned n = piece_at(at, octets);
        const u32 value = machine.port.memory_read(at, n);
        machine.accesses.observe({false, at, n, value, caller});
        memcpy(bytes, &value, n);
        bytes += n, at += n, octets -= n;
    }
    cpu.resume();
}

void write_octets(volatile void* to, const void* from, size_t octets, CodeAddress caller) {
    Machine& machine = Machine::current();
    niclab::linux_kernel::Cpu& cpu = machine.cpu();
    cpu.barrier();
    const auto* bytes = static_cast<const unsigned char*>(from);
    auto at = static_cast<u32>(reinterpret_cast<uintptr_t>(to));
    machine.expect_reachable(at, caller);
    while (octets > 0) {
        const unsigned n = piece_at(at, octets);
        u32 value = 0;
        memcpy(&value, bytes, n);
        machine.port.memory_write(at, n, value);
        machine.accesses.observe({true, at, n, value, caller});
        bytes += n, at += n, octets -= n;
    }
    cpu.resume();
}

}  // namespace

extern "C" {

int pci_register_driver(struct pci_driver* driver) {
    Machine& machine = Machine::current();
    machine.driver = driver;
    pci_dev* device = &machine.card;
    const u32 id = config_read(device, 0);
    device->vendor = id & 0xFFFFu, device->device = id >> 16;
    const u32 class_and_revision = config_read(device, 8);
    device->revision = static_cast<u8>(class_and_revision), device->device_class = class_and_revision >> 8;
    const u32 subsystem = config_read(device, 0x2C);
    device->subsystem_vendor = subsystem & 0xFFFFu, device->subsystem_device = subsystem >> 16;
    machine.id_tables.add_pci(driver->id_table, *device, id != ~0u);
    for (const pci_device_id* entry = driver->id_table; id != ~0u && !is_last(*entry); ++entry) {
        if (!is_for(*entry, *device)) continue;
        machine.id_tables.match();
        assign(device);
        const int result = driver->probe(device, entry);
        if (result != 0) printk("%s: probe returned %d\n", driver->name, result);
        if (result != 0) machine.driver = nullptr;
        return 0;
    }
    machine.driver = nullptr;
    return 0;
}

void pci_unregister_driver(struct pci_driver* driver) {
    Machine& machine = Machine::current();
    if (machine.driver) driver->remove(&machine.card);
    machine.driver = nullptr;
}

int pci_enable_device(struct pci_dev* device) {
    if (Machine::current().fails(NICLAB_CALLER)) return -ENOMEM;
    holdings().take(Kind::PciDevice, device->slot, NICLAB_CALLER);
    Machine::current().pci_enabled = true;
    const u32 command = config_read(device, kCommandRegister) & 0xFFFFu;
    config_write(device, kCommandRegister, command | kIoSpace | kMemorySpace, NICLAB_CALLER);
    return 0;
}

void pci_disable_device(struct pci_dev* device) {
    expect_held(Kind::PciDevice, device->slot, "pci_disable_device()", NICLAB_CALLER);
    const u32 command = config_read(device, kCommandRegister) & 0xFFFFu;
    config_write(device, kCommandRegister, command & ~kBusMaster, NICLAB_CALLER);
}
void niclab_set_master(struct pci_dev* device, int on) {
    const u32 command = config_read(device, kCommandRegister) & 0xFFFFu;
    config_write(device, kCommandRegister, on ? command | kBusMaster : command & ~kBusMaster, NICLAB_CALLER);
}
void pci_set_master(struct pci_dev* device) { niclab_set_master(device, 1); }

int pci_read_config_byte(struct pci_dev* device, int offset, u8* value) {
    *value = static_cast<u8>(config_read(device, static_cast<u8>(offset & ~3)) >> 8 * (offset % 4));
    return 0;
}

int pci_write_config_byte(struct pci_dev* device, int offset, u8 value) {
    write_part(device, offset, value, 1, NICLAB_CALLER);
    return 0;
}

int pci_read_config_word(struct pci_dev* device, int offset, u16* value) {
    *value = static_cast<u16>(config_read(device, static_cast<u8>(offset & ~3)) >> 8 * (offset % 4));
    return 0;
}

int pci_read_config_dword(struct pci_dev* device, int offset, u32* value) {
    *value = config_read(device, static_cast<u8>(offset));
    return 0;
}

int pci_write_config_word(struct pci_dev* device, int offset, u16 value) {
    write_part(device, offset, value, 2, NICLAB_CALLER);
    return 0;
}

int pci_select_bars(struct pci_dev* device, unsigned long kinds) {
    int bars = 0;
    for (int bar = 0; bar < kBars; ++bar) bars |= (device->resource_flags[bar] & kinds) != 0 ? 1 << bar : 0;
    return bars;
}

int pci_request_selected_regions(struct pci_dev* device, int bars, const char*) {
    if (Machine::current().fails(NICLAB_CALLER)) return -EBUSY;
    take_ports(device, bars, NICLAB_CALLER);
    return 0;
}

int pci_request_regions(struct pci_dev* device, const char*) {
    if (Machine::current().fails(NICLAB_CALLER)) return -EBUSY;
    take_ports(device, kAllBars, NICLAB_CALLER);
    return 0;
}

void pci_release_selected_regions(struct pci_dev* device, int bars) {
    give_ports_back(device, bars, "pci_release_selected_regions()", NICLAB_CALLER);
}

void pci_release_regions(struct pci_dev* device) {
    give_ports_back(device, kAllBars, "pci_release_regions()", NICLAB_CALLER);
}

void* ioremap(unsigned long bus_address, unsigned long octets) {
    Machine::current().may_sleep("ioremap()", NICLAB_CALLER);
    if (Machine::current().fails(NICLAB_CALLER)) return nullptr;
    holdings().take(Kind::Window, bus_address, NICLAB_CALLER, octets);
    return reinterpret_cast<void*>(bus_address);
}

void iounmap(volatile void* address) {
    if (!address) return;
    expect_held(Kind::Window, reinterpret_cast<uintptr_t>(address), "iounmap()", NICLAB_CALLER);
}

void* pci_iomap(struct pci_dev* device, int bar, unsigned long) {
    if (device->resource_flags[bar] == 0 || Machine::current().fails(NICLAB_CALLER)) return nullptr;
    holdings().take(Kind::Window, device->resource[bar], NICLAB_CALLER, device->resource_octets[bar]);
    return reinterpret_cast<void*>(device->resource[bar]);
}

void pci_iounmap(struct pci_dev*, volatile void* address) {
    expect_held(Kind::Window, reinterpret_cast<uintptr_t>(address), "pci_iounmap()", NICLAB_CALLER);
}

u16 readw(const volatile void* address) {
    u16 value = 0;
    read_octets(&value, address, sizeof value, NICLAB_CALLER);
    return value;
}

u32 readl(const volatile void* address) {
    const u32 at = static_cast<u32>(reinterpret_cast<uintptr_t>(address));
    Machine& machine = Machine::current();
    niclab::linux_kernel::Cpu& cpu = machine.cpu();
    machine.expect_reachable(at, NICLAB_CALLER);
    cpu.barrier();
    const u32 value = machine.port.read32(at);
    machine.accesses.read({false, at, sizeof value, value, NICLAB_CALLER}, machine.port.now());
    cpu.resume();
    return value;
}

void writel(u32 value, volatile void* address) {
    const u32 at = static_cast<u32>(reinterpret_cast<uintptr_t>(address));
    Machine& machine = Machine::current();
    niclab::linux_kernel::Cpu& cpu = machine.cpu();
    machine.expect_reachable(at, NICLAB_CALLER);
    cpu.barrier();
    machine.port.write32(at, value);
    machine.accesses.write({true, at, sizeof value, value, NICLAB_CALLER}, machine.port.now());
    cpu.resume();
}

void writew(u16 value, volatile void* address) { write_octets(address, &value, sizeof value, NICLAB_CALLER); }

void memcpy_fromio(void* to, const volatile void* from, size_t octets) { read_octets(to, from, octets, NICLAB_CALLER); }
void memcpy_toio(volatile void* to, const void* from, size_t octets) { write_octets(to, from, octets, NICLAB_CALLER); }
}
