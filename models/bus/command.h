/// @file PCI bus commands.
///
/// Source: PCI Local Bus Specification 2.1, section 3.1.1 (from memory of the standard).
#pragma once

#include <cstdint>

namespace niclab::bus {

/// C/BE#[3:0] during the address phase.
enum class Command : std::uint8_t {
    InterruptAcknowledge = 0x0,
    SpecialCycle = 0x1,
    IoRead = 0x2,
    IoWrite = 0x3,
    MemoryRead = 0x6,
    MemoryWrite = 0x7,
    ConfigRead = 0xA,
    ConfigWrite = 0xB,
    MemoryReadMultiple = 0xC,
    DualAddressCycle = 0xD,
    MemoryReadLine = 0xE,
    MemoryWriteAndInvalidate = 0xF,
};

constexpr bool is_write(Command c) { return (static_cast<std::uint8_t>(c) & 1) != 0 && c != Command::DualAddressCycle; }
constexpr bool is_config(Command c) { return c == Command::ConfigRead || c == Command::ConfigWrite; }
constexpr bool is_io(Command c) { return c == Command::IoRead || c == Command::IoWrite; }
constexpr bool is_memory(Command c) {
    return c == Command::MemoryRead || c == Command::MemoryWrite || c == Command::MemoryReadMultiple ||
           c == Command::MemoryReadLine || c == Command::MemoryWriteAndInvalidate;
}

/// IDSEL of device `slot` is AD[kIdselBase + slot]; the usual wiring, *assumed*.
inline constexpr unsigned kIdselBase = 11;

}  // namespace niclab::bus
