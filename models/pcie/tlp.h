/// @file A transaction layer packet, without its data: header, octets on the line, byte enables.
#pragma once

#include <array>
#include <cstdint>

#include "base/time.h"

namespace niclab::pcie {

using base::Femtoseconds;

enum class TlpType : std::uint8_t { MemoryRead, MemoryWrite, Completion };
/// The classes that flow control counts apart.
enum class FlowClass : std::uint8_t { Posted, NonPosted, Completion };
inline constexpr unsigned kFlowClasses = 3;

inline constexpr unsigned kDwordOctets = 4, kPageOctets = 4096, kLineOctets = 64;
inline constexpr std::uint64_t kFourGib = std::uint64_t{1} << 32;

/// Points on the path of a read, from the engine to the card's memory.
enum class Stamp : std::uint8_t {
    Asked,       ///< The engine has formed the request.
    Tagged,      ///< It has a tag.
    Begun,       ///< The first symbol of the request is on the line.
    Arrived,     ///< The request has arrived in the root complex.
    Translated,  ///< Its address is translated.
    Fetched,     ///< Its first cache line is in the root complex.
    Picked,      ///< A completion is formed.
    Returned,    ///< The first symbol of that completion is on the line.
    Delivered    ///< It has arrived in the card.
};
inline constexpr unsigned kStamps = 9;
using Stamps = std::array<Femtoseconds, kStamps>;

struct Tlp {
    TlpType type = TlpType::MemoryRead;
    bool last = false;        ///< Of the completions of a request.
    bool has_digest = false;  ///< An ECRC of 4 octets follows the data.
    std::uint16_t tag = 0;
    std::uint64_t address = 0;
    unsigned octets = 0;     ///< That are read, written or returned, 1 to 4096.
    unsigned remaining = 0;  ///< Of a completion: byte count, with its own octets.
    unsigned slot = 0;       ///< Number that its requester gives to the transfer.
    Stamps stamps{};
    Femtoseconds& at(Stamp stamp) { return stamps[static_cast<unsigned>(stamp)]; }
    Femtoseconds at(Stamp stamp) const { return stamps[static_cast<unsigned>(stamp)]; }
};

FlowClass flow_class(const Tlp& tlp);
/// 3, or 4 for a request to an address of 4 GiB or above.
unsigned header_dwords(const Tlp& tlp);
/// Dwords that the octets touch.
unsigned touched_dwords(const Tlp& tlp);
/// Of header, data and digest.
unsigned tlp_octets(const Tlp& tlp);

/// Byte enables of the first and the last dword of a request; the last one is 0 for a single dword.
struct ByteEnables {
    unsigned first, last;
};
ByteEnables byte_enables(std::uint64_t address, unsigned octets);

}  // namespace niclab::pcie
