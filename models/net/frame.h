/// @file  An Ethernet frame with the IP packet it carries, and who sends and takes such frames.
///
/// Source:        RFC 894: type 0800h, padding up to 46 octets of data; RFC 826: 0806h. Addresses are made of the IP address, so that a host
///                whose neighbours are known from the start needs no table.
/// Not modelled:  VLANs, flow control by pause frames.
#pragma once

#include <algorithm>
#include <vector>

#include "ether/rules.h"
#include "ether/seam.h"
#include "tcp/packet.h"

namespace niclab::net {

using tcp::mac_address;
using tcp::MacAddress;

struct Frame {
    static constexpr unsigned kHeader = 14;
    tcp::Packet packet;

    MacAddress source() const { return mac_address(packet.source); }
    bool is_arp() const { return packet.protocol == tcp::Protocol::Arp; }
    MacAddress destination() const {
        return is_arp() && packet.arp.broadcast() ? tcp::kBroadcast : mac_address(packet.destination);
    }
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
