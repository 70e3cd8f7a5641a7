/// @file Numbers of the chip's ports, registers and their bits, and of its data structures in the
/// host's memory.
///
/// Source: Am79C970A, AMD publication 19436, June 2000 (its pages 117, 135, 163, 164 and 168 were
///   available: CSR3, CSR72 to 80, RMD, TMD2). The rest is from the stock driver's pcnet32.c of
///   Linux 6.1 (facts). BCR9, BCR20 and the bits of CSR15 are in NetBSD's am79900reg.h, too.
#pragma once

#include <cstdint>

namespace niclab::lance {

/// Offsets into the window: the address PROM, then four registers as words (WIO) or as dwords (DWIO).
inline constexpr unsigned kPromOctets = 0x10, kRegisters = 0x10, kPorts = 0x20;
enum class Port : std::uint8_t { Data, Select, Reset, BusData, None };

/// CSR0.
namespace csr0 {
inline constexpr std::uint16_t kInit = 0x0001, kStart = 0x0002, kStop = 0x0004, kDemand = 0x0008, kSending = 0x0010,
                               kReceiving = 0x0020, kEnable = 0x0040, kInterrupt = 0x0080, kInitDone = 0x0100,
                               kSent = 0x0200, kReceived = 0x0400, kMemory = 0x0800, kMissed = 0x1000,
                               kNoHeartbeat = 0x2000, kBabble = 0x4000, kError = 0x8000;
/// Flags that a 1 clears; those that may interrupt; those that set kError.
inline constexpr std::uint16_t kFlags = 0x7F00, kInterrupts = 0x5F00, kErrors = 0x7800;
}  // namespace csr0

namespace csr3 {
inline constexpr std::uint16_t kGoOnAfterUnderrun = 0x0040;
}

namespace csr4 {
inline constexpr std::uint16_t kNoPolling = 0x1000, kPad = 0x0800, kStrip = 0x0400, kMissedOverflow = 0x0200,
                               kMissedOverflowMask = 0x0100, kFlags = 0x026A;
}

namespace csr5 {
inline constexpr std::uint16_t kSuspend = 0x0001, kQuietWhenSent = 0x8000;
}

/// CSR15, the initialisation block's first word.
namespace mode {
inline constexpr std::uint16_t kPromiscuous = 0x8000, kNoBroadcast = 0x4000, kNoPhysical = 0x2000, kPort = 0x0180,
                               kInternal = 0x0040, kOneAttempt = 0x0020, kForceCollision = 0x0010, kNoFcs = 0x0008,
                               kLoopback = 0x0004, kNoTransmit = 0x0002, kNoReceive = 0x0001;
}

namespace bcr18 {
inline constexpr std::uint16_t kDwords = 0x0080, kBurstReads = 0x0040, kBurstWrites = 0x0020;
}

/// Numbers of registers with an effect.
inline constexpr unsigned kCsrs = 128, kBcrs = 64;
inline constexpr unsigned kFilter = 8, kPhysical = 12, kMode = 15, kReceiveBase = 24, kSendBase = 30,
                          kPollInterval = 47, kStyleCsr = 58, kReceiveCounter = 72, kSendCounter = 74,
                          kReceiveLength = 76, kSendLength = 78, kFifos = 80, kIdLow = 88, kIdHigh = 89,
                          kMissedFrames = 112, kTest = 124;
inline constexpr unsigned kLink = 4, kDuplex = 9, kBursts = 18, kStyle = 20;
inline constexpr std::uint16_t kFullDuplex = 0x0001;
/// BCR20: CSRs as those of a PCnet-ISA, data structures of 32 bits. Both follow from its low octet.
inline constexpr std::uint16_t kPcnetCsrs = 0x0200, kDwordStructures = 0x0100;
inline constexpr std::uint16_t kLinkUp = 0x8000, kRuntAccept = 0x0008;

/// Status of both rings' descriptors.
inline constexpr std::uint16_t kOwn = 0x8000, kErr = 0x4000, kFirst = 0x0200, kLast = 0x0100;
namespace tmd {
inline constexpr std::uint16_t kAddFcs = 0x2000, kMore = 0x1000, kOne = 0x0800, kDeferred = 0x0400;
inline constexpr std::uint32_t kNoBuffer = 0x8000'0000, kUnderrun = 0x4000'0000, kExcessDeferral = 0x2000'0000,
                               kLate = 0x1000'0000, kCarrierLost = 0x0800'0000, kRetries = 0x0400'0000;
}  // namespace tmd
namespace rmd {
inline constexpr std::uint16_t kAlignment = 0x2000, kOverrun = 0x1000, kCrc = 0x0800, kNoBuffer = 0x0400,
                               kPhysical = 0x0040, kFiltered = 0x0020, kBroadcast = 0x0010;
}

inline constexpr unsigned kSlotOctets = 64;

}  // namespace niclab::lance
