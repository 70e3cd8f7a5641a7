/// @file A transaction layer packet: header, octets on the line, byte enables. Its data, if they
/// are modelled, are in a pool (payloads.h).
#pragma once

#include <array>
#include <cstdint>

#include "base/time.h"

namespace niclab::pcie {

using base::Femtoseconds;

enum class TlpType : std::uint8_t {
    MemoryRead,
    MemoryWrite,
    Completion,
    IoRead,
    IoWrite,
    ConfigRead,
    ConfigWrite,
    Message
};
/// The classes that flow control counts apart.
enum class FlowClass : std::uint8_t { Posted, NonPosted, Completion };
inline constexpr unsigned kFlowClasses = 3;

inline constexpr unsigned kDwordOctets = 4, kPageOctets = 4096, kLineOctets = 64;
inline constexpr std::uint64_t kFourGib = std::uint64_t{1} << 32;

/// Points on the path of a read, from the engine to the card's memory.
enum class Stamp : std::uint8_t {
    Asked,        ///< The engine has formed the request.
    Tagged,       ///< It has a tag.
    Blocked,      ///< It is the next of its class, and waits for credits from now on.
    Allowed,      ///< There are credits.
    Begun,        ///< The first symbol of the request is on the line.
    Arrived,      ///< The request has arrived in the root complex.
    Walked,       ///< Its address is translated.
    Translated,   ///< Writes before it are done, too.
    Routed,       ///< The root complex has the address at its memory.
    Fetched,      ///< Its first cache line is in the root complex.
    Picked,       ///< A completion is formed.
    Returned,     ///< The first symbol of that completion is on the line.
    Delivered,    ///< It has arrived in the card.
    Switched,     ///< A switch has queued the request,
    SwitchedBack  ///< and the completion.
};
inline constexpr unsigned kStamps = 15;
using Stamps = std::array<Femtoseconds, kStamps>;

struct Tlp {
    TlpType type = TlpType::MemoryRead;
    bool last = false;         ///< Of the completions of a request.
    bool has_digest = false;   ///< An ECRC of 4 octets follows the data.
    bool type1 = false;        ///< Of a configuration request: for a bus after the next port.
    std::uint8_t status = 0;   ///< Of a completion: 0 is success.
    std::uint8_t code = 0;     ///< Of a message.
    std::uint8_t purpose = 0;  ///< As its requester names it, for observers only.
    std::uint16_t tag = 0;
    std::uint16_t requester = 0, completer = 0;  ///< Bus, device and function: 8, 5 and 3 bits.
    std::uint32_t payload = 0;                   ///< Its data in the pool; 0: they are not modelled.
    std::uint64_t address = 0;  ///< Of a configuration request: bus, device and function, then 16 bits of offset.
    unsigned octets = 0;        ///< That are read, written or returned, 1 to 4096; 0: a completion without data.
    unsigned remaining = 0;     ///< Of a completion: byte count, with its own octets.
    unsigned slot = 0;          ///< Number that its requester gives to the transfer.
    Stamps stamps{};
    Femtoseconds& at(Stamp stamp) { return stamps[static_cast<unsigned>(stamp)]; }
    Femtoseconds at(Stamp stamp) const { return stamps[static_cast<unsigned>(stamp)]; }
};

inline constexpr std::uint8_t kUnsupportedRequest = 1;                   ///< Status of a completion.
inline constexpr std::uint8_t kAssertInta = 0x20, kDeassertInta = 0x24;  ///< Codes of messages.
inline constexpr unsigned kRequesterShift = 16;                          ///< In the address of a configuration request.

inline bool is_config(TlpType type) { return type == TlpType::ConfigRead || type == TlpType::ConfigWrite; }
inline FlowClass flow_class(const Tlp& tlp) {
    switch (tlp.type) {
        case TlpType::MemoryWrite:
        case TlpType::Message:
            return FlowClass::Posted;
        case TlpType::Completion:
            return FlowClass::Completion;
        default:
            return FlowClass::NonPosted;
    }
}

inline bool has_data(const Tlp& tlp) {
    switch (tlp.type) {
        case TlpType::MemoryWrite:
        case TlpType::IoWrite:
        case TlpType::ConfigWrite:
            return true;
        case TlpType::Completion:
            return tlp.octets > 0;
        default:
            return false;
    }
}

/// 3, or 4 for a message and for a request to memory at an address of 4 GiB or above.
inline unsigned header_dwords(const Tlp& tlp) {
    const bool memory = tlp.type == TlpType::MemoryRead || tlp.type == TlpType::MemoryWrite;
    return tlp.type == TlpType::Message || (memory && tlp.address >= kFourGib) ? 4 : 3;
}

/// Dwords that the octets touch.
inline unsigned touched_dwords(const Tlp& tlp) {
    return (static_cast<unsigned>(tlp.address % kDwordOctets) + tlp.octets + kDwordOctets - 1) / kDwordOctets;
}

/// Of header, data and digest.
inline unsigned tlp_octets(const Tlp& tlp) {
    const unsigned data = has_data(tlp) ? touched_dwords(tlp) : 0;
    return kDwordOctets * (header_dwords(tlp) + data + (tlp.has_digest ? 1 : 0));
}

/// Byte enables of the first and the last dword of a request; the last one is 0 for a single dword.
struct ByteEnables {
    unsigned first, last;
};
ByteEnables byte_enables(std::uint64_t address, unsigned octets);

}  // namespace niclab::pcie
