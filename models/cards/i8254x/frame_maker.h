/// @file Frames from the octets of a packet to be sent: checksums, the tag of a VLAN, and the
/// division of a TCP packet into segments.
///
/// Source: 317453, sections 3.3.6, 3.3.7 and 3.5 (from memory of it). Each segment gets the header
///   of the packet. IP has the length, and in IPv4 an identification that counts up; TCP has the
///   sequence number, and FIN and PSH only in the last one. The driver stores the sum of a pseudo
///   header without a length; the chip adds the length of each segment.
#pragma once

#include "cards/i8254x/checksum.h"
#include "cards/i8254x/send_context.h"

namespace niclab::i8254x {

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
