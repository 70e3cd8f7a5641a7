/// @file The NICStAR's interface to drivers: registers, commands, queues. A driver must not include
/// the card's own headers.
///
/// Source: nicstar.h.
#pragma once

#include <cstdint>

namespace niclab::nicstar::layout {

inline constexpr std::uint32_t kDr0 = 0x00, kCmd = 0x10, kCfg = 0x14, kStat = 0x18, kRsqb = 0x1C, kRsqh = 0x24,
                               kTstb = 0x3C, kTsqb = 0x40, kTsqh = 0x48, kGp = 0x4C, kVpm = 0x50, kTableBase = 0x80,
                               kTail = 0x84, kPollBase = 0x90;
inline constexpr std::uint32_t kBusy = 1u << 9, kEvents = 0xFDFEu;
inline constexpr std::uint32_t kConnection = 2u << 28, kWriteSram = 4u << 28, kReadSram = 5u << 28,
                               kFreeBuffer = 6u << 28, kReadPhy = 0x80000200u;
inline constexpr std::uint32_t kTst = 0x1C000, kScd0 = 0x1E7F4, kScd1 = 0x1E7E8, kScd2 = 0x1E7DC;
/// RXPATH, small 2048, large 16384, RSQ 8192, RXINT immediate, TXEN, TXIE; VPI bits 0, 4096
/// connections.
inline constexpr std::uint32_t kConfiguration =
    1u << 29 | 3u << 27 | 3u << 25 | 2u << 22 | 1u << 12 | 1u << 5 | 1u << 4;
inline constexpr std::uint32_t kInterrupts = 7u << 12 | 1u << 4;

inline constexpr unsigned kScheduleEntries = 8;
inline constexpr std::uint32_t kScqEntries = 512, kQueueOctets = 8192, kTsqEntries = 1024, kRsqEntries = 512;
inline constexpr std::uint32_t kTableOctets = 1u << 19;  ///< The whole map of the SRAM.
inline constexpr std::uint32_t kSmallOctets = 2048, kLargeOctets = 16384, kLargeHandle = 0x10000;
/// Longest transmit buffer of one descriptor: a multiple of 48 within 16 bits.
inline constexpr std::uint32_t kDescriptorOctets = 65520;
inline constexpr std::uint32_t kTxBufferOctets = 65536 + 48;

}  // namespace niclab::nicstar::layout
