/// @file  Search for the IPv4 packet in a captured frame, through the headers of its link type.
///
/// Link types:  Ethernet (1) with VLAN tags, QinQ and PPPoE, and LLC/SNAP after a length; null (0)
///              and loop (108); PPP (9, 50), PPPoE (51), Cisco HDLC (104); raw IP (12, 14, 101,
///              228, 229); RFC 1483 (11, 100); SUNATM (123); Linux cooked v1 and v2 (113, 276).
/// Source:      tcpdump's list of link types, RFC 1661, 1662, 2516, 1483 (2684), 1042, IEEE 802.1Q;
///              from memory, compared with tshark.
/// Ambiguous:   11 is RFC 1483 in files of BSD, 100 elsewhere; both are read alike. The address
///              family of type 0 has the byte order of the machine that captured; both are read.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace niclab::lab {

/// RFC 894; the value of RFC 1626 for ATM, used for links of unknown MTU; the longest packet. AAL5
/// is captured as on the line, after any segmentation.
inline constexpr std::size_t kEthernetMtu = 1500, kOtherMtu = 9180, kAal5Mtu = 65535;

/// The result of a search in a frame.
struct FramePayload {
    const std::uint8_t* packet = nullptr;  ///< IPv4 from its header on; nullptr if there is none.
    std::size_t octets = 0;                ///< From there to the end of the frame, with padding.
    std::size_t mtu = kOtherMtu;           ///< MTU of the kind of link on which it was captured.
    bool too_short = false;                ///< It ends inside a header.
    std::string other;                     ///< The other contents of the frame: "ARP", "IPv6", ...
};

/// "Ethernet (1)" for messages; "link type N" if it is not known.
std::string link_type_name(std::uint32_t link_type);
/// Searches a frame of a known link type. `octets` may be any number.
FramePayload find_ipv4(std::uint32_t link_type, const std::uint8_t* frame, std::size_t octets);
/// Searches an AAL5 SDU: LLC/SNAP, routed or bridged; IPv4 that fills the SDU; else LAN emulation.
FramePayload find_ipv4_in_sdu(const std::uint8_t* sdu, std::size_t octets);

}  // namespace niclab::lab
