/// @file The layout of all data of the SAR in SRAM and host memory. Words count from 0.
///
/// Source: constants of the Linux and FreeBSD drivers (nicstar.h, idtreg.h).
#pragma once

#include <cstdint>

namespace niclab::nicstar {

/// SRAM word addresses as drivers write them: 17 bits, aliased on a 32K card.
namespace sram_map {
inline constexpr std::uint32_t kRct = 0x00000;
inline constexpr std::uint32_t kTst = 0x1C000;
inline constexpr std::uint32_t kVrScd[3] = {0x1E7F4, 0x1E7E8, 0x1E7DC};  ///< Highest priority first.
inline constexpr std::uint32_t kRxFifo = 0x1E800, kRxFifoWords = 4096;
inline constexpr std::uint32_t kFbq[2] = {0x1F800, 0x1FC00};  ///< Small, large: 512 x {handle, address}.
inline constexpr unsigned kFbqEntries = 512;
/// Whether this address is in the receive FIFO, for a memory of `words` words, in which addresses
/// alias.
constexpr bool in_rx_fifo(std::uint32_t address, std::uint32_t words) {
    return ((address - kRxFifo) & (words - 1)) < kRxFifoWords;
}
}  // namespace sram_map

/// Receive connection table entry: word 0 flags, 1 buffer handle, 2 DMA address, 3 running CRC-32.
namespace rct {
inline constexpr unsigned kWords = 4;
inline constexpr std::uint32_t kOneSize = 1u << 21, kNzGfc = 1u << 20, kOpen = 1u << 19, kAalMask = 7u << 16,
                               kAal34 = 1u << 16, kAal5 = 2u << 16, kAalRaw = 3u << 16, kRawInterrupt = 1u << 15,
                               kConstantAddress = 1u << 14, kBufferValid = 1u << 13, kLarge = 1u << 12,
                               kEfci = 1u << 11, kClp = 1u << 10, kCrcError = 1u << 9, kCellCount = 0x1FF;
/// Flags that a PDU collects and its end clears.
inline constexpr std::uint32_t kPerPdu = kNzGfc | kEfci | kClp | kCrcError;
}  // namespace rct

/// Transmit schedule table entry.
namespace tst {
enum class Opcode { Null, Fixed, Variable, End };
constexpr Opcode opcode(std::uint32_t entry) { return static_cast<Opcode>(entry >> 29 & 3u); }
constexpr std::uint32_t operand(std::uint32_t entry) { return entry & 0x1FFFFu; }
}  // namespace tst

/// Segmentation channel descriptor: word 0 is SCQ base + tail, 1 head + private, 2 running CRC-32,
/// 4-7 and 8-11 two cached SCQ entries. Bits 31 and 30 of word 1 are private here: the cached
/// entries are valid (*assumed* positions).
namespace scd {
inline constexpr unsigned kWords = 12, kPointers = 2, kTail = 0, kHead = 1, kCrc = 2, kCacheA = 4, kCacheB = 8;
inline constexpr std::uint32_t kAValid = 1u << 31, kBValid = 1u << 30, kTransmitForever = 1u << 25;
inline constexpr std::uint32_t kVariableOffsets = 0x1FF0, kFixedOffsets = 0x3F0;
}  // namespace scd

/// SCQ entries, 16 octets: a transmit buffer descriptor or a transmit status request.
namespace tbd {
inline constexpr std::uint32_t kTsr = 1u << 31, kTsrInterrupt = 1u << 29, kEndOfPdu = 1u << 30;
inline constexpr std::uint32_t kAalMask = 3u << 26, kAal34 = 1u << 26, kAal5 = 2u << 26, kLength = 0xFFFF;
inline constexpr std::uint32_t kMOverN = 0x00810000;  ///< M = N = 1.
constexpr unsigned m(std::uint32_t entry) { return entry >> 23 & 7u; }
constexpr unsigned n(std::uint32_t entry) { return entry >> 16 & 127u; }
}  // namespace tbd

/// Transmit status queue entry, 8 octets: the TSR's tag, then the time stamp.
namespace tsq {
inline constexpr std::uint32_t kEntries = 1024, kOctets = kEntries * 8, kEmpty = 1u << 31, kStamp = 0xFFFFFF;
}

/// Receive status queue entry, 16 octets: VPI and VCI, handle, CRC-32, flags.
namespace rsq {
inline constexpr std::uint32_t kValid = 1u << 31, kNzGfc = 1u << 14, kEndOfPdu = 1u << 13, kLarge = 1u << 12;
}

}  // namespace niclab::nicstar
