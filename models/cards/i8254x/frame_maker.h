/// @file Frames from the octets of a packet to be sent: checksums, the tag of a VLAN, and the
/// division of a TCP packet into segments.
///
/// Source: 317453, sections 3.3 and 3.5 (from memory of it); e1000_hw.h of Linux 6.1 (facts): formats
///   of descriptors. Each segment gets the header
///   of the packet. IP has the length, and in IPv4 an identification that counts up; TCP has the
///   sequence number, and FIN and PSH only in the last one. The driver stores the sum of a pseudo
///   header without a length; the chip adds the length of each segment.
#pragma once

#include "cards/i8254x/checksum.h"
#include "cards/i8254x/ring.h"

namespace niclab::i8254x {

/// What a context descriptor sets up, for checksums and segmentation.
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

/// A buffer to be sent, of a descriptor of the legacy or of the extended format.
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

class FrameMaker {
public:
    /// The packet begins with this buffer, with the contexts for checksums and for segments.
    void begin(const SendBuffer& first, const SendContext& checksums, const SendContext& segments);
    bool segments() const { return segments_; }
    /// Fetched octets of the packet are appended here.
    Octets packet;
    /// The next frame of the packet; nullptr: its octets have not been fetched. `last`: no octet
    /// follows; its final buffer has the options of the legacy format.
    FramePtr next(const SendBuffer* last, std::uint32_t vlan_type);
    /// Octets of memory that the next frame may need in addition to the fetched ones.
    unsigned overhead() const { return segments_ ? context_.header : 0; }

private:
    FramePtr whole(const SendBuffer& last, std::uint32_t vlan_type);
    void write_headers(Octets& frame, bool last);
    void insert_checksums(Octets& frame) const;
    void tag(Octets& frame, std::uint32_t vlan_type) const;

    SendContext context_;
    bool segments_ = false, tagged_ = false;
    std::uint8_t options_ = 0;
    std::uint16_t special_ = 0;
    unsigned made_ = 0;   ///< Segments,
    unsigned moved_ = 0;  ///< and octets of data in them.
};

}  // namespace niclab::i8254x
