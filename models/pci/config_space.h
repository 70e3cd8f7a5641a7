/// @file  Configuration space of a single-function type 0 device.
///
/// Source:     PCI 2.1 chapter 6 (from memory); the NICStAR's values from lspci listings and drivers.
/// Ambiguous:  Min_Gnt and Max_Lat of the card are not published: 5 and 5 are *assumed*.
#pragma once

#include <array>
#include <cstdint>

namespace niclab::pci {

/// What the silicon says of itself.
struct Identity {
    std::uint16_t vendor = 0, device = 0;
    std::uint32_t class_code = 0;  ///< 24 bits.
    std::uint8_t revision = 0, min_gnt = 0, max_lat = 0;
    std::array<std::uint32_t, 6> bar_octets{};  ///< Size of each BAR's window, a power of two; 0 = none.
    std::array<bool, 6> bar_is_io{};
    std::uint32_t rom_octets = 0;
};

/// IDT77201: BAR0 256 octets of I/O, BAR1 4 KiB of memory.
Identity nicstar_identity();

class ConfigSpace {
public:
    explicit ConfigSpace(const Identity& identity);

    /// `offset` in octets, multiple of 4, 0..252.
    std::uint32_t read(std::uint8_t offset) const;
    /// `byte_enables`: 1 = octet is written.
    void write(std::uint8_t offset, std::uint32_t value, std::uint8_t byte_enables);

    /// Base address of a BAR's window, if the BAR exists and its space is enabled in the command register.
    bool window(unsigned bar, std::uint32_t& base, std::uint32_t& octets) const;
    bool is_io(unsigned bar) const { return identity_.bar_is_io[bar]; }
    bool bus_master() const { return (read(0x04) & 0x4u) != 0; }
    unsigned latency_timer() const { return read(0x0C) >> 8 & 0xFFu; }
    /// Latches bits of the status register (bit 31:16 of dword 1).
    void set_status(std::uint16_t bits) { dwords_[1] |= std::uint32_t{bits} << 16; }

private:
    Identity identity_;
    std::array<std::uint32_t, 64> dwords_{};
    std::array<std::uint32_t, 64> writable_{};
};

}  // namespace niclab::pci
