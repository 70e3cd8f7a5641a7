/// @file The configuration space of a function of PCI Express: 4 KiB with the capabilities that
/// Linux reads.
///
/// Behaviour: a header of type 0 for a card, of type 1 for a port. Then come power management, MSI,
///   MSI-X (if there are vectors) and the PCI Express capability. Extended capabilities are advanced
///   error reporting and the serial number. A write changes the writable bits of the enabled octets,
///   and clears the bits that are written as 1 where the register is defined so.
/// Source: layout as in public headers and tools (pci_regs.h of Linux, lspci of pciutils).
/// Not modelled: power states other than D0, expansion of a ROM, link training by its bits,
///   hot plug, the effects of error reporting.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "pcie/lanes.h"

namespace niclab::pcie {

enum class DeviceType : std::uint8_t { Endpoint = 0, RootPort = 4, UpstreamPort = 5, DownstreamPort = 6 };

struct Bar {
    std::uint64_t octets = 0;  ///< A power of two from 16 (memory) or 4 (I/O) to 2 GiB; 0: none.
    bool is_io = false;
    bool is_wide = false;  ///< An address of 64 bits: it takes the next BAR, too.
    bool prefetchable = false;
};
inline constexpr unsigned kBars = 6;

/// Facts of a function that do not change.
struct Identity {
    DeviceType type = DeviceType::Endpoint;
    std::uint16_t vendor = 0, device = 0, subsystem_vendor = 0, subsystem = 0;
    std::uint32_t class_code = 0;  ///< 24 bits.
    std::uint8_t revision = 0;
    std::array<Bar, kBars> bars{};
    unsigned msi_vectors = 1;   ///< 0, or a power of two up to 32.
    unsigned msix_vectors = 0;  ///< 0 to 2048; their table is at 0 of `msix_bar`, the pending bits at its half.
    unsigned msix_bar = 3;
    LanesConfig lanes{};       ///< The most of its link.
    unsigned mps = 256;        ///< The most payload that it supports, 128 to 4096.
    std::uint64_t serial = 0;  ///< 0: it has none.
};

inline constexpr unsigned kConfigOctets = 4096;
// Offsets that software and the models use.
inline constexpr unsigned kCommandRegister = 0x04, kFirstBarRegister = 0x10, kBusRegister = 0x18,
                          kIoWindowRegister = 0x1C, kMemoryWindowRegister = 0x20, kInterruptRegister = 0x3C,
                          kMsiCapability = 0x50, kMsixCapability = 0x70, kExpressCapability = 0xA0;
inline constexpr unsigned kExpressControl = kExpressCapability + 0x08, kLinkRegister = kExpressCapability + 0x10;
inline constexpr std::uint32_t kIoEnabled = 1u << 0, kMemoryEnabled = 1u << 1, kMasterEnabled = 1u << 2,
                               kIntxDisabled = 1u << 10;

class ConfigSpace {
public:
    /// Throws std::invalid_argument: a BAR, a number of vectors or an MPS that does not exist.
    explicit ConfigSpace(const Identity& identity);

    /// `offset`: a multiple of 4 below 4096.
    std::uint32_t read(unsigned offset) const { return dwords_[offset / 4]; }
    /// Bit n of `enables`: octet n is written.
    void write(unsigned offset, std::uint32_t value, unsigned enables = 0xF);
    /// The state of the link after training, for its status register.
    void set_link(const LanesConfig& trained);
    /// The state of INTx, for the status register.
    void set_interrupt(bool asserted) { set_bit(kCommandRegister, 1u << 19, asserted); }

    const Identity& identity() const { return identity_; }
    bool has_command(std::uint32_t bit) const { return (read(kCommandRegister) & bit) != 0; }
    unsigned mps() const { return 128u << (read(kExpressControl) >> 5 & 7); }
    unsigned mrrs() const { return 128u << (read(kExpressControl) >> 12 & 7); }
    struct Message {
        std::uint64_t address;
        std::uint32_t data;
    };
    /// The message of MSI; nothing: it is not enabled.
    std::optional<Message> msi() const;
    bool msix_enabled() const;
    bool msix_masked() const;
    /// The BAR with the address, and the offset in it; nothing: none that is enabled.
    struct Hit {
        unsigned bar;
        std::uint64_t offset;
    };
    std::optional<Hit> find(std::uint64_t address, bool is_io) const;
    // Of a port.
    unsigned secondary() const { return read(kBusRegister) >> 8 & 0xFF; }
    unsigned subordinate() const { return read(kBusRegister) >> 16 & 0xFF; }
    /// Requests with this address go to its other side.
    bool forwards(std::uint64_t address, bool is_io) const;

private:
    void put(unsigned offset, std::uint32_t value, std::uint32_t writable = 0, std::uint32_t cleared = 0);
    void set_bit(unsigned offset, std::uint32_t bit, bool on);
    void check() const;
    void add_header();
    void add_bars();
    void add_port();
    void add_capabilities();
    void add_express();
    void add_extended();
    std::uint64_t base(unsigned bar) const;

    const Identity identity_;
    std::array<std::uint32_t, kConfigOctets / 4> dwords_{}, writable_{}, cleared_{};
};

}  // namespace niclab::pcie
