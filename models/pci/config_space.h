/// @file The configuration space of a device with one function and a header of type 0.
///
/// Source: PCI 2.1 chapter 6 (from memory).
#pragma once

#include <array>
#include <cstdint>

namespace niclab::pci {

/// Number of clocks after the address phase at which DEVSEL# is sampled asserted: 1, 2, 3.
enum class Devsel : std::uint8_t { Fast, Medium, Slow };

/// Bits of the command register that let a device answer accesses and make its own.
enum CommandBits : std::uint32_t { kIoSpace = 0x1, kMemorySpace = 0x2, kBusMaster = 0x4 };

/// Bits of the status register.
enum Status : std::uint16_t {
    kStatusCapable66 = 0x0020,
    kStatusCapableBackToBack = 0x0080,
    kStatusMasterDataParity = 0x0100,
    kStatusSignaledTargetAbort = 0x0800,
    kStatusReceivedTargetAbort = 0x1000,
    kStatusReceivedMasterAbort = 0x2000,
    kStatusSignaledSystemError = 0x4000,
    kStatusDetectedParityError = 0x8000,
};

/// The fixed registers of a device.
struct Identity {
    std::uint16_t vendor = 0, device = 0;
    std::uint32_t class_code = 0;  ///< 24 bits.
    std::uint8_t revision = 0, min_gnt = 0, max_lat = 0;
    std::array<std::uint32_t, 6> bar_octets{};  ///< Size of each BAR's window, a power of two; 0 = none.
    std::array<bool, 6> bar_is_io{};
    std::uint32_t rom_octets = 0;
    bool invalidates = false;    ///< Command bit 4 and the cache line size register are writable.
    bool back_to_back = false;   ///< Command bit 9 is writable and status bit 7 is set.
    bool capable_66mhz = false;  ///< Status bit 5.
};

class ConfigSpace {
public:
    explicit ConfigSpace(const Identity& identity);

    /// `offset` in octets, multiple of 4, 0..252.
    std::uint32_t read(std::uint8_t offset) const;
    /// `byte_enables`: 1 = octet is written.
    void write(std::uint8_t offset, std::uint32_t value, std::uint8_t byte_enables);
    /// RST#: all registers take their values after power-on.
    void reset() { dwords_ = reset_values_; }

    /// Base address and size of a BAR's window. Returns false unless the BAR exists and the command
    /// register enables its space.
    bool window(unsigned bar, std::uint32_t& base, std::uint32_t& octets) const;
    bool is_io(unsigned bar) const { return identity_.bar_is_io[bar]; }
    const Identity& identity() const { return identity_; }
    bool masters() const { return (dwords_[1] & kBusMaster) != 0; }
    bool invalidates() const { return command_bit(4); }
    bool parity_response() const { return command_bit(6); }
    bool serr_enabled() const { return command_bit(8); }
    bool back_to_back() const { return command_bit(9); }
    unsigned latency_timer() const { return read(0x0C) >> 8 & 0xFFu; }
    unsigned cache_line_dwords() const { return read(0x0C) & 0xFFu; }
    /// Sets bits of the status register (bits 31:16 of dword 1).
    void set_status(std::uint16_t bits) { dwords_[1] |= std::uint32_t{bits} << 16; }
    /// DEVSEL# timing for status bits 10:9; the target sets it once, before the simulation starts.
    void set_devsel(Devsel speed);

private:
    bool command_bit(unsigned bit) const { return (dwords_[1] >> bit & 1u) != 0; }

    Identity identity_;
    std::array<std::uint32_t, 64> dwords_{};
    std::array<std::uint32_t, 64> writable_{};
    std::array<std::uint32_t, 64> reset_values_{};
};

}  // namespace niclab::pci
