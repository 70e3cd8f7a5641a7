/// @file The filters of received frames, by destination and by VLAN.
///
/// Source: 317453, sections 3.2.1 and 13.5 (from memory of it). There are sixteen addresses with a
///   valid bit, and a table of 4096 bits for groups. Twelve bits of an address select one of them.
///   Other bits accept broadcasts, all groups, or all stations. A table of 4096 bits is for VLANs.
#pragma once

#include "cards/i8254x/packet_buffers.h"
#include "cards/i8254x/register_file.h"

namespace niclab::i8254x {

inline bool has_station_address(const RegisterFile& r, const Address& to) {
    constexpr unsigned kAddresses = 16;
    constexpr std::uint32_t kValid = 1u << 31;
    for (unsigned n = 0; n < kAddresses; ++n) {
        const std::uint32_t low = r[kReceiveAddresses + 8 * n], high = r[kReceiveAddresses + 8 * n + 4];
        if ((high & kValid) && little<std::uint32_t>(to.data()) == low &&
            little<std::uint16_t>(to.data() + 4) == (high & 0xFFFF))
            return true;
    }
    return false;
}

/// Bit 0 .. 4095 of the table of groups. `offset`: 0 .. 3, of RCTL.
inline unsigned group_bit(const Address& to, unsigned offset) {
    static constexpr unsigned kShifts[] = {4, 3, 2, 0};
    return (unsigned{to[4]} | unsigned{to[5]} << 8) >> kShifts[offset & 3] & 0xFFF;
}

inline bool has_bit(const RegisterFile& r, std::uint32_t table, unsigned bit) {
    return (r[table + 4 * (bit / 32)] >> (bit % 32) & 1) != 0;
}

struct AddressMatch {
    bool accepted = false;
    bool inexact = false;  ///< Only the table of groups, or a bit for all, has accepted it.
};
inline AddressMatch match(const RegisterFile& r, const Address& to) {
    if (has_station_address(r, to)) return {true, false};
    if (!ether_board::is_group(to)) return {r.has(kRctl, rctl::kUnicastAll), true};
    if (ether_board::is_broadcast(to) && r.has(kRctl, rctl::kBroadcast)) return {true, false};
    return {r.has(kRctl, rctl::kMulticastAll) || has_bit(r, kMta, group_bit(to, r[kRctl] >> 12)), true};
}

/// A frame with the tag of a VLAN.
inline bool is_tagged(const RegisterFile& r, const Octets& frame) {
    return frame.size() >= kHeaderOctets + kVlanOctets && big16(&frame[2 * kAddressOctets]) == (r[kVet] & 0xFFFF);
}

inline bool passes_vlan(const RegisterFile& r, const Octets& frame) {
    if (!r.has(kRctl, rctl::kVlanFilter) || !is_tagged(r, frame)) return true;
    const std::uint16_t tag = big16(&frame[2 * kAddressOctets + 2]);
    constexpr std::uint16_t kCanonical = 0x1000;
    if (r.has(kRctl, rctl::kFormatEnable) && ((tag & kCanonical) != 0) != r.has(kRctl, rctl::kFormat)) return false;
    return has_bit(r, kVfta, tag & 0xFFF);
}

}  // namespace niclab::i8254x
