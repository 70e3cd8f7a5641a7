// The capabilities of a card on PCI Express: registers of the link, messages of MSI and MSI-X.
#include <algorithm>

#include "pcie/enumeration.h"
#include "pcie/root_complex.h"
#include "runtime/capabilities.h"
#include "runtime/machine.h"

namespace pcie = niclab::pcie;
using niclab::linux_kernel::find_capability;
using niclab::linux_kernel::Interrupts;
using niclab::linux_kernel::Machine;
using Kind = niclab::linux_kernel::Holdings::Kind;

namespace {

constexpr int kControl = 2, kCommand = 4;
constexpr u16 kMsiEnable = 1, kWideAddress = 0x80, kMsixEnable = 0x8000, kTableSize = 0x7FF, kLineOff = 0x400;
constexpr u32 kMessageAddress = pcie::kInterruptAddresses, kEntryOctets = 16;

u16 read_word(pci_dev* device, int offset) {
    u16 value = 0;
    pci_read_config_word(device, offset, &value);
    return value;
}

void write_bits(pci_dev* device, int offset, u16 bits, bool on) {
    const unsigned value = read_word(device, offset);
    pci_write_config_word(device, offset, static_cast<u16>(on ? value | bits : value & ~bits));
}

void write_dword(pci_dev* device, int offset, u32 value) {
    pci_write_config_word(device, offset, static_cast<u16>(value));
    pci_write_config_word(device, offset + 2, static_cast<u16>(value >> 16));
}

/// The registers of the one card.
class DeviceConfig : public pcie::ConfigAccess {
public:
    explicit DeviceConfig(pci_dev* device) : device_(device) {}
    std::uint32_t read(std::uint16_t, unsigned offset) override {
        u32 value = 0;
        pci_read_config_dword(device_, static_cast<int>(offset), &value);
        return value;
    }
    void write(std::uint16_t, unsigned offset, std::uint32_t value) override {
        write_dword(device_, static_cast<int>(offset), value);
    }

private:
    pci_dev* device_;
};

/// The messages are used instead of the line from now on, or no longer.
void use_messages(pci_dev* device, int control, u16 enable, bool on) {
    write_bits(device, kCommand, kLineOff, on);
    write_bits(device, control, enable, on);
}

/// Without enabled messages, a driver may disable them in vain.
bool were_enabled(const pci_dev* device) {
    return Machine::current().holdings.give_back(Kind::Messages, device->slot, nullptr);
}

}  // namespace

int niclab::linux_kernel::find_capability(pci_dev* device, unsigned identifier) {
    DeviceConfig config(device);
    return static_cast<int>(pcie::find_capability(config, 0, identifier));
}

extern "C" {

int pcie_capability_read_word(struct pci_dev* device, int offset, u16* value) {
    *value = device->pcie_cap ? read_word(device, device->pcie_cap + offset) : u16{0};
    return device->pcie_cap ? 0 : -EINVAL;
}

int pcie_capability_write_word(struct pci_dev* device, int offset, u16 value) {
    return device->pcie_cap ? pci_write_config_word(device, device->pcie_cap + offset, value) : -EINVAL;
}

int pcie_capability_clear_word(struct pci_dev* device, int offset, u16 bits) {
    if (!device->pcie_cap) return -EINVAL;
    write_bits(device, device->pcie_cap + offset, bits, false);
    return 0;
}

int pci_enable_msi(struct pci_dev* device) {
    const int at = device->pcie_cap ? find_capability(device, pcie::kMsiIdentifier) : 0;
    if (at == 0) return -EINVAL;
    if (Machine::current().fails(NICLAB_CALLER)) return -ENOSPC;
    Machine::current().holdings.take(Kind::Messages, device->slot, NICLAB_CALLER);
    const bool wide = (read_word(device, at + kControl) & kWideAddress) != 0;
    write_dword(device, at + 4, kMessageAddress);
    if (wide) write_dword(device, at + 8, 0);
    pci_write_config_word(device, at + (wide ? 12 : 8), Interrupts::kFirstMessageData);
    use_messages(device, at + kControl, kMsiEnable, true);
    device->line = device->irq;
    device->irq = Interrupts::kFirstMessage;
    return 0;
}

void pci_disable_msi(struct pci_dev* device) {
    if (!were_enabled(device)) return;
    use_messages(device, find_capability(device, pcie::kMsiIdentifier) + kControl, kMsiEnable, false);
    device->irq = device->line;
}

int pci_enable_msix_range(struct pci_dev* device, struct msix_entry* entries, int least, int most) {
    const int at = device->pcie_cap ? find_capability(device, pcie::kMsixIdentifier) : 0;
    if (at == 0) return -EINVAL;
    const u16 control = read_word(device, at + kControl);
    const int count = std::min(most, (control & kTableSize) + 1);
    if (count < least || Machine::current().fails(NICLAB_CALLER)) return -ENOSPC;
    Machine::current().holdings.take(Kind::Messages, device->slot, NICLAB_CALLER);
    u32 place = 0;
    pci_read_config_dword(device, at + 4, &place);
    const u32 table = static_cast<u32>(device->resource[place & 7]) + (place & ~7u);
    // The kernel maps the table of the vectors itself.
    Machine::current().holdings.take(Kind::Window, table, NICLAB_CALLER, kEntryOctets * ((control & kTableSize) + 1));
    for (u32 k = 0; k < static_cast<u32>(count); ++k) {
        const u32 words[] = {kMessageAddress, 0, Interrupts::kFirstMessageData + k, 0};
        for (u32 w = 0; w < 4; ++w)
            writel(words[w], reinterpret_cast<void*>(uintptr_t{table + kEntryOctets * entries[k].entry + 4 * w}));
        entries[k].vector = Interrupts::kFirstMessage + k;
    }
    Machine::current().holdings.give_back(Kind::Window, table);
    use_messages(device, at + kControl, kMsixEnable, true);
    return count;
}

void pci_disable_msix(struct pci_dev* device) {
    if (were_enabled(device))
        use_messages(device, find_capability(device, pcie::kMsixIdentifier) + kControl, kMsixEnable, false);
}
}
