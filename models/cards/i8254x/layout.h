/// @file Offsets and bits of the chip's registers, and of its descriptors.
///
/// Source: Intel, PCI/PCI-X Family of Gigabit Ethernet Controllers Software Developer's Manual
///   (317453), from memory of it. Chapter 13 has the registers, sections 3.2 and 3.3 the
///   descriptors. The numbers are those of e1000_hw.h of Linux 6.1 (facts).
#pragma once

#include <cstdint>

namespace niclab::i8254x {

inline constexpr std::uint32_t kMemoryOctets = 0x20000;
inline constexpr unsigned kMemoryBar = 0, kIoBar = 2;

/// Offsets into the memory window.
enum Offset : std::uint32_t {
    kCtrl = 0x0000,
    kCtrlCopy = 0x0004,
    kStatus = 0x0008,
    kEecd = 0x0010,
    kEerd = 0x0014,
    kCtrlExtended = 0x0018,
    kMdic = 0x0020,
    kVet = 0x0038,
    kIcr = 0x00C0,
    kItr = 0x00C4,
    kIcs = 0x00C8,
    kIms = 0x00D0,
    kImc = 0x00D8,
    kEiac = 0x00DC,
    kIam = 0x00E0,
    kIvar = 0x00E4,
    kEitr = 0x00E8,  ///< Of vector 0; the others follow.
    kRctl = 0x0100,
    kTctl = 0x0400,
    kPba = 0x1000,
    kPsrctl = 0x2170,
    kReceiveRing = 0x2800,  ///< RDBAL; the others of a ring follow.
    kRadv = 0x282C,
    kSendRing = 0x3800,  ///< TDBAL.
    kTadv = 0x382C,
    kStatistics = 0x4000,
    kStatisticsEnd = 0x4100,
    kRxcsum = 0x5000,
    kRfctl = 0x5008,
    kMta = 0x5200,
    kReceiveAddresses = 0x5400,
    kReceiveAddressesEnd = 0x5480,
    kVfta = 0x5600,
    kVftaEnd = 0x5800,
};
/// Of the registers of a ring, from its first.
namespace ring {
inline constexpr std::uint32_t kBaseLow = 0x00, kBaseHigh = 0x04, kLength = 0x08, kHead = 0x10, kTail = 0x18,
                               kDelay = 0x20, kControl = 0x28, kEnd = 0x30;
}

namespace ctrl {
inline constexpr std::uint32_t kFullDuplex = 1u << 0, kSetLinkUp = 1u << 6, kForceSpeed = 1u << 11,
                               kForceDuplex = 1u << 12, kMasterDisable = 1u << 2, kReset = 1u << 26,
                               kVlanMode = 1u << 30, kPhyReset = 1u << 31;
inline constexpr unsigned kSpeedShift = 8, kGigabit = 2;
/// CTRL after a reset: full duplex, 1000 Mb/s. SLU is the driver's.
inline constexpr std::uint32_t kAfterReset = kFullDuplex | kGigabit << kSpeedShift;
}  // namespace ctrl

/// CTRL_EXT, RFCTL, and IVAR.
inline constexpr std::uint32_t kMaskOnMessage = 1u << 24, kMaskOnRead = 1u << 27, kExtendedFormat = 1u << 15,
                               kEachWriteBack = 1u << 31;

namespace status {
inline constexpr std::uint32_t kMasterEnabled = 1u << 19, kFullDuplex = 1u << 0, kLinkUp = 1u << 1, kGigabit = 2u << 6,
                               kDetected = 2u << 8, kPci66 = 1u << 11;
}

/// ICR, ICS, IMS, IMC.
namespace cause {
inline constexpr std::uint32_t kSent = 1u << 0, kSendQueueEmpty = 1u << 1, kLink = 1u << 2, kFewBuffers = 1u << 4,
                               kOverrun = 1u << 6, kReceived = 1u << 7, kMdio = 1u << 9, kSendLow = 1u << 15,
                               kOfLine = 0x1FFFF, kAsserted = 1u << 31;
/// Of the vectors of MSI-X: the queue of received frames, that of frames to send, all others.
inline constexpr std::uint32_t kReceiveQueue = 1u << 20, kSendQueue = 1u << 22, kOther = 1u << 24;
}  // namespace cause

namespace rctl {
inline constexpr std::uint32_t kEnable = 1u << 1, kStoreBad = 1u << 2, kUnicastAll = 1u << 3, kMulticastAll = 1u << 4,
                               kLong = 1u << 5, kSeveralBuffers = 1u << 10, kBroadcast = 1u << 15,
                               kVlanFilter = 1u << 18, kFormatEnable = 1u << 19, kFormat = 1u << 20,
                               kDiscardPause = 1u << 22, kLargeBuffers = 1u << 25, kStripFcs = 1u << 26;
}

namespace tctl {
inline constexpr std::uint32_t kEnable = 1u << 1, kPad = 1u << 3;
}

namespace rxcsum {
inline constexpr std::uint32_t kStart = 0xFF, kIp = 1u << 8, kTcpUdp = 1u << 9;
}

/// Octets of a descriptor, and of one with several buffers.
inline constexpr unsigned kDescriptorOctets = 16, kWideDescriptorOctets = 32;

/// Command octet of a descriptor to be sent, its status, its options.
namespace txd {
inline constexpr std::uint8_t kEndOfPacket = 0x01, kAppendFcs = 0x02, kInsertChecksum = 0x04, kSegment = 0x04,
                              kReport = 0x08, kExtended = 0x20, kVlan = 0x40, kDelay = 0x80;
inline constexpr std::uint8_t kContextTcp = 0x01, kContextIpv4 = 0x02;
inline constexpr std::uint8_t kDone = 0x01;
inline constexpr std::uint8_t kIpChecksum = 0x01, kTcpChecksum = 0x02;
}  // namespace txd

/// Status octet of a descriptor of a received frame, and its errors.
namespace rxd {
inline constexpr std::uint8_t kDone = 0x01, kEndOfPacket = 0x02, kIgnoreChecksums = 0x04, kVlan = 0x08,
                              kTcpChecked = 0x20, kIpChecked = 0x40, kInexact = 0x80;
inline constexpr std::uint8_t kFcsError = 0x01, kTcpError = 0x20, kIpError = 0x40, kDataError = 0x80;
}  // namespace rxd

inline constexpr unsigned kAddressOctets = 6, kHeaderOctets = 14, kVlanOctets = 4;
inline constexpr unsigned kShortest = 64, kLongest = 1522, kLongestLong = 16384;  ///< Of a frame with its FCS.

}  // namespace niclab::i8254x
