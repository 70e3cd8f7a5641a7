#include "cards/i8254x/frame_maker.h"

#include <algorithm>
#include <array>

#include "base/internet_checksum.h"
namespace niclab::i8254x {

namespace {

constexpr unsigned kIpLengthAt = 2, kIpIdentificationAt = 4, kIpv6LengthAt = 4, kIpv6Header = 40;
constexpr unsigned kSequenceAt = 4, kFlagsAt = 13, kTcpHeader = 20, kUdpLengthAt = 4, kUdpHeader = 8;
constexpr std::uint8_t kFinAndPush = 0x09;

}  // namespace

void FrameMaker::begin(const SendBuffer& first, const SendContext& checksums, const SendContext& segments) {
    segments_ = first.extended && first.is(txd::kSegment) && segments.segment > 0 && segments.header > 0;
    context_ = segments_ ? segments : checksums;
    options_ = first.options, special_ = first.special, tagged_ = first.is(txd::kVlan);
    made_ = moved_ = 0;
    packet.clear();
}

FramePtr FrameMaker::next(const SendBuffer* last, std::uint32_t vlan_type) {
    if (!segments_) return last && !packet.empty() ? whole(*last, vlan_type) : nullptr;
    const unsigned header = context_.header;
    if (packet.size() < header || (last && packet.size() == header && made_ > 0)) return nullptr;
    const auto data = unsigned(packet.size()) - header;
    if (!last && data <= context_.segment) return nullptr;  // It may be the last one.
    const unsigned octets = std::min(data, context_.segment);
    auto frame = std::make_shared<Octets>(packet.begin(), packet.begin() + header + octets);
    packet.erase(packet.begin() + header, packet.begin() + header + octets);
    write_headers(*frame, last && octets == data);
    insert_checksums(*frame);
    tag(*frame, vlan_type);
    ++made_, moved_ += octets;
    return frame;
}

FramePtr FrameMaker::whole(const SendBuffer& last, std::uint32_t vlan_type) {
    auto frame = std::make_shared<Octets>(std::move(packet));
    packet.clear();
    if (last.extended)
        insert_checksums(*frame);
    else if (last.is(txd::kInsertChecksum))
        insert_checksum(*frame, last.checksum_from, last.checksum_at, 0);
    tag(*frame, vlan_type);
    return frame;
}

/// The headers of a segment; those outside of the frame are left alone.
void FrameMaker::write_headers(Octets& frame, bool last) {
    const unsigned ip = context_.ip.start, transport = context_.transport.start;
    const auto size = unsigned(frame.size());
    if (ip + kIpv6Header <= size && !context_.ipv4) put_big16(&frame[ip + kIpv6LengthAt], size - ip - kIpv6Header);
    if (ip + kIpIdentificationAt + 2 <= size && context_.ipv4) {
        put_big16(&frame[ip + kIpLengthAt], size - ip);
        put_big16(&frame[ip + kIpIdentificationAt], (big16(&frame[ip + kIpIdentificationAt]) + made_) & 0xFFFF);
    }
    if (context_.tcp && transport + kTcpHeader <= size) {
        put_big32(&frame[transport + kSequenceAt], big32(&frame[transport + kSequenceAt]) + moved_);
        if (!last) frame[transport + kFlagsAt] &= std::uint8_t(~kFinAndPush);
    } else if (!context_.tcp && transport + kUdpHeader <= size) {
        put_big16(&frame[transport + kUdpLengthAt], size - transport);
    }
    const unsigned field = context_.transport.field;
    if (!(options_ & txd::kTcpChecksum) || field + 2 > size || transport > size) return;
    put_big16(&frame[field], base::ones_fold(std::uint64_t{big16(&frame[field])} + size - transport));
}

void FrameMaker::insert_checksums(Octets& frame) const {
    const SendContext::Part &ip = context_.ip, &transport = context_.transport;
    if (options_ & txd::kIpChecksum) insert_checksum(frame, ip.start, ip.field, ip.end);
    if (options_ & txd::kTcpChecksum)
        insert_checksum(frame, transport.start, transport.field, transport.end, !context_.tcp);
}

void FrameMaker::tag(Octets& frame, std::uint32_t vlan_type) const {
    constexpr std::size_t kAt = 2 * kAddressOctets;
    if (!tagged_ || vlan_type == 0 || frame.size() < kAt) return;
    std::array<std::uint8_t, kVlanOctets> tag{};
    put_big16(tag.data(), vlan_type), put_big16(tag.data() + 2, special_);
    frame.insert(frame.begin() + kAt, tag.begin(), tag.end());
}

}  // namespace niclab::i8254x
