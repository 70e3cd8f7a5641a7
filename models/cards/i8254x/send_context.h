/// @file Descriptors of frames to be sent: the legacy format, and the extended one with its context
/// for checksums and segmentation.
///
/// Source: 317453, section 3.3 (from memory of it); e1000_hw.h of Linux 6.1 (facts).
#pragma once

#include "cards/i8254x/ring.h"

namespace niclab::i8254x {

/// What a context descriptor sets up.
struct SendContext {
    struct Part {
        unsigned start = 0, field = 0, end = 0;  ///< First octet, position of the checksum, last octet; 0: the end.
    };
    Part ip, transport;
    unsigned payload = 0, header = 0, segment = 0;  ///< Octets: of all data, of the header, of each segment's data.
    bool tcp = false, ipv4 = false, segments = false;

    explicit SendContext(const Descriptor& d = {})
        : ip{d[0], d[1], little<std::uint16_t>(&d[2])},
          transport{d[4], d[5], little<std::uint16_t>(&d[6])},
          payload(little<std::uint32_t>(&d[8]) & 0xFFFFF),
          header(d[13]),
          segment(little<std::uint16_t>(&d[14])),
          tcp((d[11] & txd::kContextTcp) != 0),
          ipv4((d[11] & txd::kContextIpv4) != 0),
          segments((d[11] & txd::kSegment) != 0) {}
};

/// A buffer to be sent.
struct SendBuffer {
    std::uint32_t address = 0;
    unsigned octets = 0;
    std::uint8_t command = 0, options = 0;
    std::uint8_t checksum_at = 0, checksum_from = 0;  ///< Of the legacy format.
    std::uint16_t special = 0;                        ///< The tag of a VLAN.
    bool extended = false;

    explicit SendBuffer(const Descriptor& d = {})
        : address(little<std::uint32_t>(d.data())), command(d[11]), special(little<std::uint16_t>(&d[14])) {
        extended = (command & txd::kExtended) != 0;
        octets = extended ? little<std::uint32_t>(&d[8]) & 0xFFFFF : little<std::uint16_t>(&d[8]);
        if (extended)
            options = d[13];
        else
            checksum_at = d[10], checksum_from = d[13];
    }
    bool is(std::uint8_t bit) const { return (command & bit) != 0; }
    bool ends() const { return is(txd::kEndOfPacket); }
};

/// DTYP of an extended descriptor is 0.
inline bool is_context(const Descriptor& d) { return (d[11] & txd::kExtended) != 0 && d[10] >> 4 == 0; }

}  // namespace niclab::i8254x
