/// @file Numbers of the card's commands, windows, registers and their bits.
///
/// Source: 3c59x.c of Linux 6.1 and sys/dev/ic/elink3reg.h of NetBSD, revision 1.30 (facts; the
///   latter after 3Com's own technical reference of the 3C509). They define commands, the status
///   register, windows, RxErrors, TxStatus and FIFO diagnostics.
/// Assumed: the argument of StartDMA is that of 3c59x.c: 0 moves a received frame to memory and 1
///   one to be sent. It is reversed in elink3reg.h, with a driver that never uses it.
#pragma once

#include <cstdint>

namespace niclab::etherlink {

inline constexpr unsigned kPorts = 0x20;
/// Ports of all windows; window 1 is always at 10H as well.
inline constexpr unsigned kCommandPort = 0x0E, kOperating = 0x10, kWindowPorts = 0x10;
/// Window 0 as it is at zC80H of an EISA slot: its ports are numbered after all others.
inline constexpr unsigned kSlotWindow = 0x20;

/// Bits 15:11 of a write to the command port; bits 10:0 are the argument.
enum class Command : std::uint8_t {
    TotalReset = 0,
    SelectWindow = 1,
    StartCoax = 2,
    RxDisable = 3,
    RxEnable = 4,
    RxReset = 5,
    Stall = 6,  ///< Of a chip with lists.
    RxDiscard = 8,
    TxEnable = 9,
    TxDisable = 10,
    TxReset = 11,
    RequestInterrupt = 12,
    Acknowledge = 13,
    SetInterruptEnable = 14,
    SetStatusEnable = 15,
    SetRxFilter = 16,
    SetRxEarlyThreshold = 17,
    SetTxAvailableThreshold = 18,
    SetTxStartThreshold = 19,
    StartDma = 20,
    StatisticsEnable = 21,
    StatisticsDisable = 22,
    StopCoax = 23,
};
inline constexpr unsigned kArgumentBits = 11, kArgument = 0x7FF;
/// Thresholds are in dwords, those of a 3C509 in octets (3c509.c). The greatest one is never
/// reached (elink3reg.h).
inline constexpr unsigned kThresholdOff = 2047;
inline constexpr unsigned kDownload = 1;  ///< StartDma: from memory to the card.

namespace status {
inline constexpr std::uint16_t kLatch = 0x0001, kHostError = 0x0002, kTxComplete = 0x0004, kTxAvailable = 0x0008,
                               kRxComplete = 0x0010, kRxEarly = 0x0020, kRequested = 0x0040, kStatistics = 0x0080,
                               kDmaDone = 0x0100, kDownComplete = 0x0200, kUpComplete = 0x0400, kDmaInProgress = 0x0800,
                               kCommandInProgress = 0x1000;
/// All indications that can be enabled.
inline constexpr std::uint16_t kIndications = 0x07FE;
}  // namespace status

namespace filter {
inline constexpr std::uint8_t kStation = 1, kMulticast = 2, kBroadcast = 4, kPromiscuous = 8;
}

/// Window 1.
inline constexpr unsigned kFifo = 0x00, kFifoEnd = 0x04, kRxErrors = 0x04, kRxStatus = 0x08, kTimer = 0x0A,
                          kTxStatus = 0x0B, kTxFree = 0x0C;
namespace rx {
inline constexpr std::uint16_t kIncomplete = 0x8000, kError = 0x4000;
inline constexpr std::uint8_t kOverrun = 0x01, kRunt = 0x02, kAlignment = 0x04, kCrc = 0x08, kOversize = 0x10;
}  // namespace rx
namespace tx {
inline constexpr std::uint8_t kComplete = 0x80, kInterrupt = 0x40, kUnderrun = 0x10, kMaxCollisions = 0x08,
                              kStatusOverflow = 0x04;
}

/// The header of a frame in the transmit FIFO: its length and options.
inline constexpr unsigned kHeaderOctets = 4;
inline constexpr std::uint32_t kLength = 0x1FFF, kNoCrc = 0x2000, kTellSuccess = 0x8000;

/// Window 0.
inline constexpr unsigned kEepromCommand = 0x0A, kEepromData = 0x0C;
inline constexpr unsigned kConfiguration = 0x04, kAddressConfig = 0x06, kResources = 0x08;  ///< Of a 3C509.
inline constexpr std::uint16_t kEepromBusy = 0x8000, kEepromRead = 0x80;
/// Window 3.
inline constexpr unsigned kInternalConfig = 0x00, kMaxPacket = 0x04, kMacControl = 0x06, kMediaOptions = 0x08,
                          kRxFree = 0x0A, kTxFree3 = 0x0C;
inline constexpr std::uint16_t kFullDuplex = 0x0020, kLargeFrames = 0x0040, k100BaseTx = 0x0002, k10BaseT = 0x0008,
                               kMii = 0x0040;
/// Bits 23:20 of InternalConfig; the last two are a PHY at the MII, and one with autonegotiation on
/// the chip.
inline constexpr unsigned kTransceiver10 = 0, kTransceiver100 = 4, kTransceiverMii = 6, kTransceiverNway = 8;
inline constexpr std::uint32_t kAutoselect = 0x0100'0000;
/// Window 4.
inline constexpr unsigned kFifoDiagnostic = 0x04, kNetDiagnostic = 0x06, kPhysicalManagement = 0x08, kMedia = 0x0A,
                          kBadSsdPort = 0x0C, kUpperOctets = 0x0D;
namespace diagnostic {
inline constexpr std::uint16_t kReceiving = 0x8000, kRxUnderrun = 0x2000, kRxStatusOverrun = 0x1000,
                               kRxOverrun = 0x0800, kTxOverrun = 0x0400;
}
/// Of NetDiagnostic: loopback through the FIFOs, the MAC, the encoder or the cable (if_xlreg.h of
/// FreeBSD).
inline constexpr std::uint16_t kLoopbacks = 0xF000, kRevisionMask = 0x003E;
inline constexpr std::uint16_t kUpperOctetsEnable = 0x0040, kLinkBeatEnable = 0x0080, kLinkBeat = 0x0800,
                               kMediaWritten = 0x00C8, kManagementClock = 0x0001, kManagementData = 0x0002,
                               kManagementWrite = 0x0004;
/// Window 7. A chip with lists has the type of frames with a VLAN tag there instead.
inline constexpr unsigned kMasterAddress = 0x00, kMasterLength = 0x06, kMasterStatus = 0x0C, kVlanType = 0x04;
namespace master {
inline constexpr std::uint16_t kInProgress = 0x8000, kUploaded = 0x4000, kDownloaded = 0x1000, kAborted = 0x0001;
inline constexpr std::uint16_t kFlags = kUploaded | kDownloaded | kAborted;
}  // namespace master

inline constexpr unsigned kFcsOctets = 4, kAddressOctets = 6, kShortestFrame = 60, kLongestFrame = 1514;

}  // namespace niclab::etherlink
