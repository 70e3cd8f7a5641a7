#include "pci/config_space.h"

namespace niclab::pci {

namespace {
constexpr unsigned kDevselShift = 25;                  ///< DEVSEL timing, two bits.
constexpr std::uint32_t kStatusLatched = 0xF900'0000;  ///< Write one to clear.
}  // namespace

ConfigSpace::ConfigSpace(const Identity& id) : identity_(id) {
    dwords_[0x00 / 4] = std::uint32_t{id.device} << 16 | id.vendor;
    dwords_[0x04 / 4] = std::uint32_t{id.capable_66mhz} << 21 | std::uint32_t{id.back_to_back} << 23;
    dwords_[0x08 / 4] = id.class_code << 8 | id.revision;
    dwords_[0x3C / 4] = std::uint32_t{id.max_lat} << 24 | std::uint32_t{id.min_gnt} << 16 | 0x0100;
    writable_[0x04 / 4] = 0x0147;      // I/O, memory, master, parity response, SERR enable
    writable_[0x0C / 4] = 0x0000E000;  // latency timer, multiples of 32 clocks
    if (id.invalidates) writable_[0x04 / 4] |= 0x0010, writable_[0x0C / 4] |= 0xFF;
    if (id.back_to_back) writable_[0x04 / 4] |= 0x0200;
    for (unsigned i = 0; i < 6; ++i) {
        if (id.bar_octets[i] == 0) continue;
        dwords_[4 + i] = id.bar_is_io[i] ? 1u : 0u;
        writable_[4 + i] = ~(id.bar_octets[i] - 1);
    }
    if (id.rom_octets != 0) writable_[0x30 / 4] = ~(id.rom_octets - 1) | 1u;
    writable_[0x3C / 4] = 0xFF;
    writable_[0x40 / 4] = 0xFFFF;  // retry and TRDY time-outs
    reset_values_ = dwords_;
    set_devsel(Devsel::Medium);
}

void ConfigSpace::set_devsel(Devsel speed) {
    for (std::uint32_t* dword : {&dwords_[1], &reset_values_[1]})
        *dword = (*dword & ~(3u << kDevselShift)) | static_cast<std::uint32_t>(speed) << kDevselShift;
}

std::uint32_t ConfigSpace::read(std::uint8_t offset) const { return dwords_[offset / 4]; }

void ConfigSpace::write(std::uint8_t offset, std::uint32_t value, std::uint8_t byte_enables) {
    std::uint32_t octets = 0;
    for (unsigned i = 0; i < 4; ++i)
        if (byte_enables >> i & 1u) octets |= 0xFFu << 8 * i;
    std::uint32_t& dword = dwords_[offset / 4];
    const std::uint32_t mask = writable_[offset / 4] & octets;
    dword = (dword & ~mask) | (value & mask);
    if (offset / 4 == 1) dword &= ~(value & octets & kStatusLatched);
}

bool ConfigSpace::window(unsigned bar, std::uint32_t& base, std::uint32_t& octets) const {
    octets = identity_.bar_octets[bar];
    const std::uint32_t enable = is_io(bar) ? 0x1u : 0x2u;
    base = dwords_[4 + bar] & ~(octets - 1);
    return octets != 0 && (dwords_[1] & enable) != 0 && base != 0;
}

}  // namespace niclab::pci
