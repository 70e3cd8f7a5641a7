/// @file A packet of a PCI Express link as octets, its CRCs, and the fields of a TLP.
///
/// Behaviour: a TLP begins with two octets of sequence number and ends with four of LCRC; a DLLP has
///   four octets and two of CRC. Framing is left out. Packets of a model without CRCs end before
///   them.
#pragma once

#include <cstdint>
#include <vector>

#include "core/time.h"

namespace niclab::check {

inline constexpr std::size_t kPcieSequenceOctets = 2, kPcieCrcOctets = 4;
inline constexpr std::size_t kPcieDllpOctets = 4, kPcieDllpCrcOctets = 2;

/// The direction of a packet.
enum class PcieWay : unsigned { Up, Down };  ///< Up: to the root.

struct PciePacketFacts {
    PcieWay way = PcieWay::Up;
    bool is_tlp = true;
    bool has_crc = true;                    ///< False: T1 and T2 are not judged.
    bool damaged = false;                   ///< By the line: the octets are those that were sent.
    core::Femtoseconds begin = 0, end = 0;  ///< Of its symbols on the link.
};

/// A packet with the octets of the caller.
struct PciePacketView : PciePacketFacts {
    const std::uint8_t* octets = nullptr;
    std::size_t size = 0;

    /// Octets before the CRC; 0 if there are fewer than the CRC has.
    std::size_t covered() const {
        const std::size_t crc = !has_crc ? 0 : is_tlp ? kPcieCrcOctets : kPcieDllpCrcOctets;
        return size < crc ? 0 : size - crc;
    }
};

/// A packet with its octets.
struct PciePacket : PciePacketFacts {
    std::vector<std::uint8_t> octets;
    PciePacketView view() const { return {*this, octets.data(), octets.size()}; }
};

/// CRC of a DLLP over `n` octets, as its two octets are sent: the low one first.
std::uint16_t pcie_dllp_crc(const std::uint8_t* octets, std::size_t n);
/// LCRC or ECRC over `n` octets, low octet first.
std::uint32_t pcie_crc32(const std::uint8_t* octets, std::size_t n);

/// What a TLP is, from its format and type.
enum class PcieKind : std::uint8_t {
    Unknown,
    MemoryRead,
    MemoryWrite,
    IoRead,
    IoWrite,
    ConfigRead,
    ConfigWrite,
    Message,
    Completion
};

/// The fields of a TLP's header.
struct PcieHeader {
    PcieKind kind = PcieKind::Unknown;
    bool has_data = false, four_dwords = false, digest = false;
    unsigned length = 0;  ///< Dwords; 0 in the field is 1024 for a request and for data.
    unsigned first_enables = 0, last_enables = 0, tag = 0, code = 0;
    std::uint16_t requester = 0;
    std::uint64_t address = 0;
    unsigned status = 0, byte_count = 0, lower_address = 0;  ///< Of completions; a count of 0 is 4096.
    bool reserved = false;                                   ///< A reserved field is not 0.

    bool is_posted() const { return kind == PcieKind::MemoryWrite || kind == PcieKind::Message; }
    bool is_completion() const { return kind == PcieKind::Completion; }
    unsigned header_octets() const { return four_dwords ? 16 : 12; }
    unsigned data_dwords() const { return has_data ? length : 0; }
    unsigned octets() const { return header_octets() + 4 * data_dwords() + (digest ? 4 : 0); }
};

/// `tlp`: `n` octets from the header on. Unknown if the header is not complete.
PcieHeader pcie_header(const std::uint8_t* tlp, std::size_t n);

}  // namespace niclab::check
