/// @file The checksums of IPv4, TCP and UDP in a frame.
///
/// Source: RFC 791, 793, 768, 1071.
/// Behaviour: one VLAN tag is skipped. A fragment of a packet, and a packet that is longer than its
///   frame, have no checksum of TCP or UDP. A checksum of UDP that is 0 is not checked.
#pragma once

#include <cstddef>
#include <cstdint>

namespace niclab::etherlink {

enum class Transport : std::uint8_t { None, Tcp, Udp };

struct FrameChecksums {
    struct Field {
        std::size_t at = 0;       ///< Its first octet in the frame; 0: there is none.
        std::uint16_t value = 0;  ///< The value that it should have.
        bool good = false;        ///< It has that value.
        bool exists() const { return at != 0; }
    };
    Field ip, transport;
    Transport kind = Transport::None;
    bool unused = false;  ///< The sender of a UDP datagram has computed none.
};

/// `vlan_type`: type of frames with a tag.
FrameChecksums checksums_of(const std::uint8_t* frame, std::size_t octets, std::uint16_t vlan_type);

}  // namespace niclab::etherlink
