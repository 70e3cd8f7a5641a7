/// @file Numbers of the chip's registers and their bits.
///
/// Source: the stock driver's header 8390.h of Linux 6.1 (facts), and Realtek, RTL8029AS
///   Preliminary, LS009.0, 16 January 1997, p. 15 (TSR, RCR, RSR).
#pragma once

#include <cstdint>

namespace niclab::dp8390 {

/// Offsets into the window of 32 ports.
inline constexpr unsigned kCr = 0x00, kDataPort = 0x10, kResetPort = 0x18, kPorts = 0x20;

namespace cr {
inline constexpr std::uint8_t kStop = 0x01, kStart = 0x02, kTransmit = 0x04;
inline constexpr std::uint8_t kRead = 0x08, kWrite = 0x10, kAbort = 0x20, kRemote = 0x38, kPages = 0xC0;
}  // namespace cr

namespace isr {
inline constexpr std::uint8_t kReceived = 0x01, kSent = 0x02, kReceiveError = 0x04, kSendError = 0x08,
                              kOverwrite = 0x10, kCounters = 0x20, kRemoteDone = 0x40, kReset = 0x80;
}

namespace tsr {
inline constexpr std::uint8_t kSent = 0x01, kAlways = 0x02, kCollided = 0x04, kAborted = 0x08, kCarrierLost = 0x10,
                              kUnderrun = 0x20, kNoHeartbeat = 0x40, kLate = 0x80;
}

namespace rsr {
inline constexpr std::uint8_t kIntact = 0x01, kCrc = 0x02, kAlignment = 0x04, kOverrun = 0x08, kMissed = 0x10,
                              kGroup = 0x20, kDisabled = 0x40;
}

namespace rcr {
inline constexpr std::uint8_t kErrors = 0x01, kRunts = 0x02, kBroadcast = 0x04, kMulticast = 0x08, kPromiscuous = 0x10,
                              kMonitor = 0x20;
}

namespace tcr {
inline constexpr std::uint8_t kNoCrc = 0x01, kLoopback = 0x06;
/// Values of kLoopback.
inline constexpr std::uint8_t kController = 0x02, kExternal = 0x06;
}  // namespace tcr

namespace dcr {
inline constexpr std::uint8_t kWords = 0x01, kHighFirst = 0x02;
}

/// A received frame begins with status, next page and its length with FCS, low octet first.
inline constexpr unsigned kHeaderOctets = 4;
inline constexpr unsigned kFifoOctets = 16, kPageOctets = 256;
inline constexpr unsigned kFifoPort = 0x06;  ///< In page 0, for reads.

}  // namespace niclab::dp8390
