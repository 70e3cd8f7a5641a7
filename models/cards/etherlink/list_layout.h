/// @file Registers and descriptors of a chip with lists.
///
/// Source: 3c59x.c of Linux 6.1, if_xlreg.h of FreeBSD, elinkxlreg.h of NetBSD and 3c90x.h of iPXE
///   (facts), which agree except for two bits.
/// Ambiguous: the bit of a descriptor that its frame was downloaded is 16 (Linux, FreeBSD, iPXE) or
///   24 (NetBSD): 16. The bit of DmaCtrl that keeps overruns is 21 (FreeBSD, where two bits before
///   it are the same) or 22 (NetBSD): 22.
#pragma once

#include <cstdint>

namespace niclab::etherlink {

/// Registers of lists, after the windows.
inline constexpr unsigned kListPorts = 0x80, kBoomerangPorts = 0x40, kListRegisters = 0x20;
inline constexpr unsigned kDmaControl = 0x20, kDownListPointer = 0x24, kPollDword = 0x2C, kUpStatus = 0x30,
                          kUpListPointer = 0x38;
/// DnPoll, in units of 320 ns: octet 1 of its dword.
inline constexpr unsigned kDownPollShift = 8;
/// TxFreeThresh of a 3C905, in units of 256 octets: octet 3 of that dword.
inline constexpr unsigned kFreeThresholdShift = 24, kFreeThresholdUnit = 256, kNeverFree = 0xFF;

namespace dma_control {
inline constexpr std::uint32_t kDownStalled = 0x0000'0004, kUpComplete = 0x0000'0008, kDownComplete = 0x0000'0010,
                               kUpEarly = 0x0000'0020, kDownInProgress = 0x0000'0080, kKeepOverruns = 0x0040'0000,
                               kTargetAbort = 0x4000'0000, kMasterAbort = 0x8000'0000;
inline constexpr std::uint32_t kWritten = kUpEarly | kKeepOverruns;
}  // namespace dma_control

/// The argument of Stall.
namespace stall {
inline constexpr unsigned kUpStall = 0, kUpUnstall = 1, kDownStall = 2, kDownUnstall = 3;
}

/// A descriptor: address of the next one, header or status, then address and length of each
/// fragment.
namespace descriptor {
inline constexpr unsigned kNext = 0, kStatus = 4, kHeadOctets = 8, kEntryOctets = 8, kMostFragments = 63;
inline constexpr std::uint32_t kLastFragment = 0x8000'0000, kFragmentLength = 0x1FFF;
}  // namespace descriptor

/// The header of a frame to be sent; its bits 13 and 15 are those of a frame in the FIFO.
namespace down {
inline constexpr std::uint32_t kRounding = 0x0000'0003, kDownloaded = 0x0001'0000, kAddIp = 0x0200'0000,
                               kAddTcp = 0x0400'0000, kAddUdp = 0x0800'0000, kNoRounding = 0x1000'0000,
                               kEmpty = 0x2000'0000, kIndicate = 0x8000'0000;
inline constexpr std::uint32_t kAddAny = kAddIp | kAddTcp | kAddUdp;
}  // namespace down

/// The status of a received frame; bits 12:0 are its length, 23:16 its errors.
namespace up {
inline constexpr std::uint32_t kLength = 0x1FFF, kStalled = 0x2000, kError = 0x4000, kComplete = 0x8000,
                               kOverflow = 0x0100'0000, kIpError = 0x0200'0000, kTcpError = 0x0400'0000,
                               kUdpError = 0x0800'0000, kIpChecked = 0x2000'0000, kTcpChecked = 0x4000'0000,
                               kUdpChecked = 0x8000'0000;
inline constexpr unsigned kErrorsShift = 16;
}  // namespace up

}  // namespace niclab::etherlink
