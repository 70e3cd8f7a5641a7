/// @file  A network interface as the stack sees it: whole IP packets in and out.
#pragma once

#include <optional>

#include "tcp/packet.h"

namespace niclab::stack {

class Device {
public:
    /// Who wants to know of a device's events: its interrupt handler.
    struct User {
        virtual ~User() = default;
        /// There is something to take().
        virtual void received() = 0;
        /// There is room again after a packet was refused.
        virtual void room() = 0;
    };
    virtual ~Device() = default;
    void serve(User& user) { user_ = &user; }

    /// Octets of the longest IP packet.
    virtual std::uint32_t mtu() const = 0;
    /// False: there is no room, room() will tell.
    virtual bool offer(const tcp::Packet& packet) = 0;
    /// A card without DMA: the driver copies each packet, at the cost of Activity::CardOut and CardIn, and only one that
    /// fits.
    virtual bool copied_by_driver() const { return false; }
    /// Octets of such a copy, and how many of them are there before the packet is offered: the card does not wait for the others.
    virtual std::uint32_t copied_octets(const tcp::Packet& packet) const { return packet.octets(); }
    virtual std::uint32_t copied_first(const tcp::Packet& packet) const { return copied_octets(packet); }
    /// offer() would take it. False: room() will tell.
    virtual bool fits(const tcp::Packet& /*packet*/) { return true; }
    /// The next packet that came; its buffer is the card's again.
    virtual std::optional<tcp::Packet> take() = 0;

protected:
    User* user_ = nullptr;
};

}  // namespace niclab::stack
