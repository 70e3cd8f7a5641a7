#include "pcie/config_space.h"

#include <stdexcept>
#include <string>

namespace niclab::pcie {

namespace {

constexpr unsigned kPowerCapability = 0x40, kErrorCapability = 0x100, kSerialCapability = 0x150;
constexpr std::uint32_t kCapabilityList = 1u << 20;  // Of the status register.
constexpr std::uint32_t kLatched = 0xF900'0000;      // Errors of the status register.
constexpr std::uint32_t kAll = ~0u;

bool is_power_of_two(std::uint64_t n) { return n != 0 && (n & (n - 1)) == 0; }

/// Of a power of two.
unsigned log2_of(std::uint64_t n) { return unsigned(__builtin_ctzll(n)); }

/// An element of the list of capabilities: its identifier, the next one, and its upper half.
std::uint32_t capability(unsigned id, unsigned next, std::uint32_t upper) { return upper << 16 | next << 8 | id; }
std::uint32_t extended(unsigned id, unsigned version, unsigned next) { return next << 20 | version << 16 | id; }

[[noreturn]] void refuse(const std::string& what, const char* expected) {
    throw std::invalid_argument(what + "; expected " + expected);
}

}  // namespace

ConfigSpace::ConfigSpace(const Identity& identity) : identity_(identity) {
    check();
    add_header();
    if (identity_.type == DeviceType::Endpoint)
        add_bars();
    else
        add_port();
    add_capabilities();
    add_express();
    add_extended();
}

void ConfigSpace::check() const {
    const Identity& id = identity_;
    for (unsigned k = 0; k < kBars; ++k) {
        const Bar& bar = id.bars[k];
        const std::string name = "bar " + std::to_string(k) + ": ";
        if (bar.octets == 0) continue;
        if (!is_power_of_two(bar.octets) || bar.octets < (bar.is_io ? 4u : 16u))
            refuse(name + std::to_string(bar.octets) + " octets", "a power of two from 16, for I/O from 4");
        if (bar.is_wide && (bar.is_io || k + 1 == kBars || id.bars[k + 1].octets != 0))
            refuse(name + "no place for 64 bits", "memory, and the next BAR unused");
        // The BIOS assigns addresses below 4 GiB.
        if (bar.octets > (std::uint64_t{1} << 31)) refuse(name + "too large", "at most 2 GiB");
    }
    if (id.msi_vectors != 0 && (!is_power_of_two(id.msi_vectors) || id.msi_vectors > 32))
        refuse("msi_vectors = " + std::to_string(id.msi_vectors), "0, or a power of two up to 32");
    if (id.msix_vectors > 2048) refuse("msix_vectors = " + std::to_string(id.msix_vectors), "0 to 2048");
    if (id.msix_vectors > 0 && (id.msix_bar >= kBars || id.bars[id.msix_bar].octets < 32u * id.msix_vectors))
        refuse("msix_bar = " + std::to_string(id.msix_bar), "a BAR with space for the table and the pending bits");
    if (!is_power_of_two(id.mps) || id.mps < 128 || id.mps > 4096)
        refuse("mps = " + std::to_string(id.mps), "128, 256, 512, 1024, 2048 or 4096");
    const Lanes exist(id.lanes);
}

void ConfigSpace::put(unsigned offset, std::uint32_t value, std::uint32_t writable, std::uint32_t cleared) {
    dwords_[offset / 4] = value, writable_[offset / 4] = writable, cleared_[offset / 4] = cleared;
}

void ConfigSpace::set_bit(unsigned offset, std::uint32_t bit, bool on) {
    std::uint32_t& dword = dwords_[offset / 4];
    dword = on ? dword | bit : dword & ~bit;
}

void ConfigSpace::write(unsigned offset, std::uint32_t value, unsigned enables) {
    std::uint32_t octets = 0;
    for (unsigned k = 0; k < 4; ++k)
        if (enables >> k & 1u) octets |= 0xFFu << 8 * k;
    std::uint32_t& dword = dwords_[offset / 4];
    const std::uint32_t mask = writable_[offset / 4] & octets;
    dword = ((dword & ~mask) | (value & mask)) & ~(value & octets & cleared_[offset / 4]);
}

void ConfigSpace::add_header() {
    const Identity& id = identity_;
    put(0x00, std::uint32_t{id.device} << 16 | id.vendor);
    put(kCommandRegister, kCapabilityList, 0x0547, kLatched);  // I/O, memory, master, parity, SERR, INTx disable.
    put(0x08, id.class_code << 8 | id.revision);
    put(0x0C, id.type == DeviceType::Endpoint ? 0 : 0x0001'0000, 0xFF);
    put(0x34, kPowerCapability);
    put(kInterruptRegister, 0x0100, 0xFF);
}

void ConfigSpace::add_bars() {
    for (unsigned k = 0; k < kBars; ++k) {
        const Bar& bar = identity_.bars[k];
        if (bar.octets == 0) continue;
        const std::uint32_t kind = bar.is_io ? 1u : (bar.is_wide ? 4u : 0u) | (bar.prefetchable ? 8u : 0u);
        const std::uint64_t mask = ~(bar.octets - 1);
        put(kFirstBarRegister + 4 * k, kind, std::uint32_t(mask));
        if (bar.is_wide) put(kFirstBarRegister + 4 * k + 4, 0, std::uint32_t(mask >> 32));
    }
    put(0x2C, std::uint32_t{identity_.subsystem} << 16 | identity_.subsystem_vendor);
}

void ConfigSpace::add_port() {
    put(kBusRegister, 0, 0x00FF'FFFF);
    put(kIoWindowRegister, 0x0000'0000, 0x0000'F0F0, kLatched);
    put(kMemoryWindowRegister, 0, 0xFFF0'FFF0);
    put(0x24, 0x0001'0001, 0xFFF0'FFF0);  // Prefetchable, 64 bits.
    put(0x28, 0, kAll), put(0x2C, 0, kAll);
    put(kInterruptRegister, 0x0100, 0x0003'00FF | 1u << 22);  // Parity, SERR, reset of the other side.
}

void ConfigSpace::add_capabilities() {
    const Identity& id = identity_;
    const unsigned msi = id.msi_vectors > 0 ? kMsiCapability : 0, msix = id.msix_vectors > 0 ? kMsixCapability : 0;
    const unsigned after_msi = msix != 0 ? msix : kExpressCapability;
    put(kPowerCapability, capability(0x01, msi != 0 ? msi : after_msi, 0x0003));
    put(kPowerCapability + 4, 1u << 3, 0x3);  // No soft reset; the power state.
    if (msi != 0) {
        put(msi, capability(0x05, after_msi, 0x0080 | log2_of(id.msi_vectors) << 1), 0x0071'0000);
        put(msi + 4, 0, ~3u), put(msi + 8, 0, kAll), put(msi + 12, 0, 0xFFFF);
    }
    if (msix == 0) return;
    put(msix, capability(0x11, kExpressCapability, id.msix_vectors - 1), 0xC000'0000);
    put(msix + 4, id.msix_bar);
    put(msix + 8, std::uint32_t(id.bars[id.msix_bar].octets / 2) | id.msix_bar);
}

void ConfigSpace::add_express() {
    const Identity& id = identity_;
    constexpr unsigned at = kExpressCapability;
    const bool port = id.type != DeviceType::Endpoint, endpoint = !port;
    const bool slot = id.type == DeviceType::RootPort || id.type == DeviceType::DownstreamPort;
    const unsigned type = static_cast<unsigned>(id.type), generation = id.lanes.generation;
    put(at, capability(0x10, 0, 0x0002 | type << 4 | (slot ? 0x0100u : 0)));
    put(at + 0x04, (log2_of(id.mps) - 7) | 1u << 15);  // MPS; errors by role.
    put(kExpressControl, endpoint ? 0x2810 : 0x0010, 0x0000'78FF, 0x000F'0000);
    put(at + 0x0C, generation | id.lanes.width << 4 | (slot ? 1u << 20 : 0));
    put(kLinkRegister, 1u << 28, 0x0000'00FB, 0xC000'0000);  // Common clock in the slot.
    if (slot) put(at + 0x14, 0), put(at + 0x18, 1u << 22 | 0x03C0, 0x0000'1FFF, 0x011F'0000);
    if (id.type == DeviceType::RootPort) put(at + 0x1C, 0, 0x1F);
    put(at + 0x24, 0x1F), put(at + 0x28, 0, 0x1F);  // Completion timeouts.
    put(at + 0x2C, ((1u << generation) - 1) << 1);
    put(at + 0x30, generation, 0x0000'000F);
    set_link(id.lanes);
}

void ConfigSpace::set_link(const LanesConfig& trained) {
    std::uint32_t& dword = dwords_[kLinkRegister / 4];
    const bool reports = identity_.type == DeviceType::RootPort || identity_.type == DeviceType::DownstreamPort;
    dword = (dword & 0x1000'FFFF) | trained.generation << 16 | trained.width << 20 | (reports ? 1u << 29 : 0);
}

void ConfigSpace::add_extended() {
    constexpr std::uint32_t kUncorrectable = 0x0007'F030, kCorrectable = 0x0000'31C1;
    put(kErrorCapability, extended(0x0001, 1, identity_.serial != 0 ? kSerialCapability : 0));
    put(kErrorCapability + 0x04, 0, 0, kUncorrectable);
    put(kErrorCapability + 0x08, 0, kUncorrectable);
    put(kErrorCapability + 0x0C, 0x0006'2030, kUncorrectable);
    put(kErrorCapability + 0x10, 0, 0, kCorrectable);
    put(kErrorCapability + 0x14, 0x0000'2000, kCorrectable);
    put(kErrorCapability + 0x18, 0x0000'00A0, 0x0000'0140);
    if (identity_.type == DeviceType::RootPort)
        put(kErrorCapability + 0x2C, 0, 0x7), put(kErrorCapability + 0x30, 0, 0, 0x7F);
    if (identity_.serial == 0) return;
    put(kSerialCapability, extended(0x0003, 1, 0));
    put(kSerialCapability + 4, std::uint32_t(identity_.serial));
    put(kSerialCapability + 8, std::uint32_t(identity_.serial >> 32));
}

std::optional<ConfigSpace::Message> ConfigSpace::msi() const {
    if (identity_.msi_vectors == 0 || (read(kMsiCapability) >> 16 & 1u) == 0) return std::nullopt;
    return Message{read(kMsiCapability + 4) | std::uint64_t{read(kMsiCapability + 8)} << 32, read(kMsiCapability + 12)};
}

bool ConfigSpace::msix_enabled() const { return identity_.msix_vectors > 0 && read(kMsixCapability) >> 31 != 0; }

bool ConfigSpace::msix_masked() const { return (read(kMsixCapability) >> 30 & 1u) != 0; }

std::uint64_t ConfigSpace::base(unsigned bar) const {
    const std::uint64_t low = read(kFirstBarRegister + 4 * bar);
    const std::uint64_t high = identity_.bars[bar].is_wide ? read(kFirstBarRegister + 4 * bar + 4) : 0;
    return (high << 32 | low) & ~(identity_.bars[bar].octets - 1);
}

std::optional<ConfigSpace::Hit> ConfigSpace::find(std::uint64_t address, bool is_io) const {
    if (identity_.type != DeviceType::Endpoint || !has_command(is_io ? kIoEnabled : kMemoryEnabled))
        return std::nullopt;
    for (unsigned k = 0; k < kBars; ++k) {
        const Bar& bar = identity_.bars[k];
        if (bar.octets == 0 || bar.is_io != is_io || base(k) == 0) continue;
        if (address - base(k) < bar.octets) return Hit{k, address - base(k)};
    }
    return std::nullopt;
}

bool ConfigSpace::forwards(std::uint64_t address, bool is_io) const {
    if (!has_command(is_io ? kIoEnabled : kMemoryEnabled)) return false;
    if (is_io) {
        const std::uint32_t window = read(kIoWindowRegister);
        return address >= (window & 0xF0) << 8 && address <= ((window & 0xF000) | 0xFFF);
    }
    const std::uint32_t window = read(kMemoryWindowRegister);
    if (address >= (window & 0xFFF0) << 16 && address <= ((window & 0xFFF0'0000) | 0xF'FFFF)) return true;
    const std::uint32_t low = read(0x24);
    const std::uint64_t from = std::uint64_t{read(0x28)} << 32 | (low & 0xFFF0) << 16;
    const std::uint64_t to = std::uint64_t{read(0x2C)} << 32 | (low & 0xFFF0'0000) | 0xF'FFFF;
    return from != 0 && address >= from && address <= to;
}

}  // namespace niclab::pcie
