/// @file  An Ethernet frame with the IP packet it carries, and who sends and takes such frames.
///
/// Source:        RFC 894: type 0800h, padding up to 46 octets of data. Addresses are of the locally administered kind, made of the IP
///                address: what ARP would find out is known from the start.
/// Not modelled:  ARP's own frames, VLANs, flow control by pause frames.
#pragma once

#include <algorithm>
#include <vector>

#include "ether/rules.h"
#include "ether/seam.h"
#include "tcp/packet.h"

namespace niclab::net {

using MacAddress = std::uint64_t;  ///< Of 48 bits, the first octet on the line highest.

/// Of the card with this IP address: 02-00 and its four octets.
constexpr MacAddress mac_address(tcp::Address ip) { return MacAddress{0x0200} << 32 | ip; }

struct Frame {
    static constexpr unsigned kHeader = 14;
    tcp::Packet packet;

    MacAddress source() const { return mac_address(packet.source); }
    MacAddress destination() const { return mac_address(packet.destination); }
    /// With padding and FCS.
    unsigned octets() const {
        return std::max(ether::kMinOctets, kHeader + unsigned(packet.octets()) + ether::kFcsOctets);
    }
};

/// As it is on the line, from its destination to its FCS.
std::vector<std::uint8_t> octets(const Frame& frame);

/// A card or a port of a switch, as the MAC on its line sees it.
class FrameStation {
public:
    virtual ~FrameStation() = default;
    /// The frame to be sent next, which stays so until it is gone(); nullptr: none. Asked at any time.
    virtual const Frame* next(unsigned port) const = 0;
    /// It was sent, or given up.
    virtual void gone(unsigned port, ether::Outcome outcome) = 0;
    /// An attempt at it begins.
    virtual void began(unsigned /*port*/) {}
    /// One came. Not `whole`: a collision spoiled it that its sender did not see.
    virtual void arrived(unsigned port, const Frame& frame, bool whole) = 0;
};

}  // namespace niclab::net
