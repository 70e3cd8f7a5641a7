/// @file What a BIOS does before a system starts: it numbers buses, sizes and assigns BARs, opens the
/// windows of ports, and sets the payload and read sizes of all functions.
///
/// Behaviour: depth first. After the root port or a port of a switch there is one device; on the bus
///   inside a switch there may be 32. The payload size is the least that all functions support.
#pragma once

#include <cstdint>
#include <vector>

namespace niclab::pcie {

/// Accesses to configuration registers; `id`: bus, device and function.
class ConfigAccess {
public:
    virtual ~ConfigAccess() = default;
    virtual std::uint32_t read(std::uint16_t id, unsigned offset) = 0;
    virtual void write(std::uint16_t id, unsigned offset, std::uint32_t value) = 0;
};

struct Assignment {
    std::uint32_t memory = 0xE000'0000, io = 0xC000;  ///< First addresses to assign.
    std::uint32_t least_window = 1u << 20;            ///< Octets of the memory window of a port with a device.
    unsigned mps = 256, mrrs = 512;
};

/// A function that was found.
struct Found {
    std::uint16_t id = 0;
    std::uint32_t identity = 0;  ///< Device and vendor.
    unsigned header = 0;         ///< 0 or 1.
    unsigned express = 0;        ///< Offset of its PCI Express capability; 0: none.
};

/// The offset of a capability of a function, by its identifier; 0: it has none.
unsigned find_capability(ConfigAccess& access, std::uint16_t id, unsigned capability);
inline constexpr unsigned kMsiIdentifier = 0x05, kExpressIdentifier = 0x10, kMsixIdentifier = 0x11;

/// Functions in the order in which they were found.
std::vector<Found> enumerate(ConfigAccess& access, const Assignment& assignment);

inline constexpr std::uint16_t function_id(unsigned bus, unsigned device, unsigned function = 0) {
    return std::uint16_t(bus << 8 | device << 3 | function);
}

}  // namespace niclab::pcie
