/// @file An Ethernet frame with its IP packet, and the interface of the stations that send and
/// receive such frames.
///
/// Source: RFC 894: type 0800h, padding up to 46 octets of data; RFC 826: 0806h. Addresses are
///   derived from the IP address, so that a host with configured neighbours needs no table.
/// Not modelled: VLANs, flow control by pause frames.
#pragma once

#include <algorithm>
#include <vector>

#include "ether/octet_interface.h"
#include "ether/rules.h"
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

/// Octets of a packet's frame as a driver passes them to its card: without padding and FCS.
std::vector<std::uint8_t> unpadded_octets(const tcp::Packet& packet);
/// Octets in the order of the line, from its destination to its FCS.
std::vector<std::uint8_t> octets(const Frame& frame);

/// The steps of a frame in a coarse card or a switch, for observers.
enum class FrameStep {
    Offered,   ///< To a card.
    Ready,     ///< The card may send it.
    Came,      ///< It was received whole.
    Queued,    ///< It is in the queue of a port.
    First,     ///< The MAC may send it next.
    Began,     ///< An attempt to send it begins.
    InMemory,  ///< The card has it ready for its driver.
    Taken      ///< The driver takes it.
};

/// A card or a port of a switch, as the client of the MAC on its line.
class FrameStation {
public:
    virtual ~FrameStation() = default;
    /// The next frame to send, which does not change before gone(); nullptr: none. Called at any
    /// time.
    virtual const Frame* next(unsigned port) const = 0;
    /// The frame was sent, or aborted.
    virtual void gone(unsigned port, ether::Outcome outcome) = 0;
    /// An attempt to send it begins.
    virtual void began(unsigned /*port*/) {}
    /// A frame was received. Not `whole`: a collision that its sender did not detect corrupted it.
    virtual void arrived(unsigned port, const Frame& frame, bool whole) = 0;
};

}  // namespace niclab::net
