/// @file Registers and window of a card with packet memory, for drivers. They are not those of a
/// real product.
#pragma once

#include <cstdint>

namespace niclab::packet_sar {

/// BAR0: octet offsets of the registers.
namespace reg {
inline constexpr std::uint32_t kIdentity = 0x00,  ///< R: kIdentityValue.
    kCapabilities = 0x04,                         ///< R: cap.
    kControl = 0x08,                              ///< RW: control.
    kEvents = 0x0C,                               ///< R: event; a read clears them and INTA#.
    kTxTail = 0x10,                               ///< W: the descriptor after the last valid one.
    kTxDone = 0x14,                               ///< R: the first descriptor that is not done.
    kFreeTail = 0x18,                             ///< W: the free buffer entry after the last valid one.
    kStatusBase = 0x1C,                           ///< W: host address of the status ring, for DMA.
    kStatusHead = 0x20,                           ///< W: the first status entry that the host has not consumed.
    kStatusTail = 0x24,                           ///< R: the status entry that is written next.
    kTransmitOctets = 0x28;                       ///< R: packet memory for PDUs to send.
inline constexpr std::uint32_t kIdentityValue = 0x504B5431;
}  // namespace reg

namespace cap {
inline constexpr std::uint32_t kTransmitPio = 1u << 0, kReceivePio = 1u << 1;
}
namespace control {
inline constexpr std::uint32_t kTransmit = 1u << 0, kReceive = 1u << 1, kInterrupt = 1u << 2, kReset = 1u << 31;
}
namespace event {
inline constexpr std::uint32_t kReceived = 1u << 0, kSent = 1u << 1;
}

/// BAR1: octet offsets into packet memory. One place of each ring stays empty.
namespace window {
inline constexpr std::uint32_t kTxRing = 0x0000, kTxEntries = 64, kTxEntryOctets = 16;
inline constexpr std::uint32_t kFreeRing = 0x0400, kFreeEntries = 128, kFreeEntryOctets = 8;
inline constexpr std::uint32_t kStatusRing = 0x0800, kStatusEntries = 64, kStatusEntryOctets = 16;
inline constexpr std::uint32_t kConnections = 0x1000, kConnectionCount = 4096, kConnectionOctets = 8;
inline constexpr std::uint32_t kTransmit = 0x9000;  ///< PDUs to send, followed by the receive buffers.
}  // namespace window

/// A connection: word 0 has the open bit and the octets of its circular buffer, word 1 the buffer's
/// offset; both are multiples of 4 KiB.
namespace connection {
inline constexpr std::uint32_t kOpen = 1u << 31, kOctets = 0x00FFFFFF;
}
/// A status entry: word 0 is the connection, 1 the free buffer's handle or the PDU's offset, 2 its
/// octets, 3 flags.
namespace status {
inline constexpr std::uint32_t kValid = 1u << 31, kCrcError = 1u << 0;
}

}  // namespace niclab::packet_sar
