#include "lab/captures/frame_payload.h"

#include <algorithm>
#include <iterator>

namespace niclab::lab {

namespace {

/// The part of a frame that is not read yet.
struct Rest {
    const std::uint8_t* at;
    std::size_t octets;
    std::size_t mtu = kOtherMtu;
    bool has(std::size_t n) const { return octets >= n; }
    std::uint16_t u16(std::size_t i) const { return static_cast<std::uint16_t>(at[i] << 8 | at[i + 1]); }
    Rest after(std::size_t n) const { return {at + n, octets - n, mtu}; }
    template <std::size_t N>
    bool begins(const std::uint8_t (&pattern)[N]) const {
        return has(N) && std::equal(std::begin(pattern), std::end(pattern), at);
    }
};

struct Known {
    std::uint32_t number;
    const char* name;
};
constexpr Known kLinkTypes[] = {{0, "null"},           {1, "Ethernet"},         {9, "PPP"},
                                {11, "RFC 1483"},      {12, "raw IP"},          {14, "raw IP"},
                                {50, "PPP"},           {51, "PPPoE"},           {100, "RFC 1483"},
                                {101, "raw IP"},       {104, "HDLC"},           {108, "loop"},
                                {113, "Linux cooked"}, {123, "SUNATM"},         {228, "raw IPv4"},
                                {229, "raw IPv6"},     {276, "Linux cooked v2"}};
constexpr std::uint16_t kIpv4 = 0x0800, kVlan = 0x8100, kVlanService = 0x88A8, kVlanOld = 0x9100, kPppoe = 0x8864;
constexpr Known kEthertypes[] = {{0x0806, "ARP"},
                                 {0x8035, "RARP"},
                                 {0x86DD, "IPv6"},
                                 {0x8137, "IPX"},
                                 {0x8847, "MPLS"},
                                 {0x8848, "MPLS"},
                                 {0x8863, "PPPoE discovery"},
                                 {0x888E, "802.1X"},
                                 {0x88CC, "LLDP"},
                                 {0x88E5, "MACsec"},
                                 {0x9000, "loopback test"}};
constexpr Known kPppProtocols[] = {{0x0057, "IPv6"},        {0x003D, "PPP multilink"}, {0x0281, "MPLS"},
                                   {0x8021, "PPP control"}, {0x8057, "PPP control"},   {0xC021, "PPP control"},
                                   {0xC023, "PPP control"}, {0xC025, "PPP control"},   {0xC223, "PPP control"}};
constexpr unsigned kMaxTags = 8;

template <std::size_t N>
const char* name_of(const Known (&known)[N], std::uint32_t number) {
    const auto found =
        std::find_if(std::begin(known), std::end(known), [number](const Known& k) { return k.number == number; });
    return found == std::end(known) ? nullptr : found->name;
}

std::string hex(std::uint16_t value) {
    constexpr const char* kDigits = "0123456789ABCDEF";
    std::string text = "0x";
    for (int shift = 12; shift >= 0; shift -= 4) text += kDigits[value >> shift & 0xF];
    return text;
}

FramePayload passed_over(std::string other) { return {nullptr, 0, kOtherMtu, false, std::move(other)}; }
FramePayload too_short() { return {nullptr, 0, kOtherMtu, true, "too short for its headers"}; }

FramePayload ip(const Rest& r) {
    if (!r.has(1)) return too_short();
    if (r.at[0] >> 4 == 6) return passed_over("IPv6");
    if (r.at[0] >> 4 != 4) return passed_over("no IP version 4");
    if (!r.has(20)) return too_short();
    return {r.at, r.octets, r.mtu, false, ""};
}

FramePayload ethernet(const Rest& r);

FramePayload ppp(Rest r) {
    if (!r.has(1)) return too_short();
    // RFC 1661 6.5: a protocol of one octet is odd, the first of two is even.
    const bool one = (r.at[0] & 1) != 0;
    if (!one && !r.has(2)) return too_short();
    const std::uint16_t protocol = one ? r.at[0] : r.u16(0);
    if (protocol == 0x0021) return ip(r.after(one ? 1 : 2));
    const char* name = name_of(kPppProtocols, protocol);
    return passed_over(name ? name : "PPP protocol " + hex(protocol));
}

FramePayload pppoe(const Rest& r) {
    if (!r.has(6)) return too_short();
    if (r.at[1] != 0) return passed_over("PPPoE discovery");
    return ppp(r.after(6));
}

FramePayload of_ethertype(std::uint16_t type, Rest r) {
    for (unsigned tags = 0; type == kVlan || type == kVlanService || type == kVlanOld; ++tags) {
        if (!r.has(4) || tags == kMaxTags) return too_short();
        type = r.u16(2);
        r = r.after(4);
    }
    if (type == kIpv4) return ip(r);
    if (type == kPppoe) return pppoe(r);
    if (const char* name = name_of(kEthertypes, type)) return passed_over(name);
    return passed_over("Ethertype " + hex(type));
}

/// LLC with SNAP: an Ethertype (RFC 1042), or a bridged frame (RFC 1483) after its padding.
FramePayload llc(const Rest& r) {
    constexpr std::uint8_t kRouted[] = {0xAA, 0xAA, 0x03, 0x00, 0x00, 0x00};
    constexpr std::uint8_t kBridged[] = {0xAA, 0xAA, 0x03, 0x00, 0x80, 0xC2};
    constexpr std::uint8_t kIp[] = {0x06, 0x06, 0x03};
    if (r.begins(kRouted) && r.has(8)) return of_ethertype(r.u16(6), r.after(8));
    if (r.begins(kBridged) && r.has(10)) {
        const std::uint16_t kind = r.u16(6);
        if (kind == 0x0001 || kind == 0x0007) return ethernet(r.after(10));
        return passed_over("bridged frame " + hex(kind));
    }
    if (r.begins(kIp)) return ip(r.after(3));
    return passed_over("LLC");
}

/// After the length of an 802.3 frame, or what has no Ethertype.
FramePayload of_type_or_length(std::uint16_t type, const Rest& r) {
    if (type >= 0x0600) return of_ethertype(type, r);
    return llc(r);
}

FramePayload ethernet(const Rest& r) {
    if (!r.has(14)) return too_short();
    Rest inner = r.after(14);
    if (r.mtu != kAal5Mtu) inner.mtu = kEthernetMtu;
    std::uint16_t type = r.u16(12);
    while ((type == kVlan || type == kVlanService || type == kVlanOld) && inner.has(4) && inner.u16(2) < 0x0600) {
        type = inner.u16(2);  // a tag before a length
        inner = inner.after(4);
    }
    return of_type_or_length(type, inner);
}

/// The address family before a packet: a number of the machine that captured.
FramePayload null_or_loop(const Rest& r, bool loop) {
    if (!r.has(4)) return too_short();
    const std::uint32_t big = std::uint32_t{r.u16(0)} << 16 | r.u16(2);
    const std::uint32_t little =
        std::uint32_t{r.at[3]} << 24 | std::uint32_t{r.at[2]} << 16 | std::uint32_t{r.at[1]} << 8 | r.at[0];
    const std::uint32_t family = loop || big < little ? big : little;
    if (family == 2) return ip(r.after(4));
    for (const std::uint32_t six : {10u, 23u, 24u, 28u, 30u})
        if (family == six) return passed_over("IPv6");
    return passed_over("address family " + std::to_string(family));
}

FramePayload hdlc(const Rest& r) {
    if (!r.has(4)) return too_short();
    if (r.at[0] == 0xFF && r.at[1] == 0x03) return ppp(r.after(2));
    if (r.at[0] == 0x0F || r.at[0] == 0x8F) return of_ethertype(r.u16(2), r.after(4));
    return ppp(r);
}

FramePayload cooked(const Rest& r, std::size_t header, std::size_t type_at, std::size_t hardware_at) {
    constexpr std::uint16_t kEthernetHardware = 1, kLlcProtocol = 4;
    if (!r.has(header)) return too_short();
    Rest inner = r.after(header);
    if (r.u16(hardware_at) == kEthernetHardware) inner.mtu = kEthernetMtu;
    const std::uint16_t type = r.u16(type_at);
    if (type == kLlcProtocol) return llc(inner);
    if (type < 0x0600) return passed_over("Linux protocol " + hex(type));
    return of_ethertype(type, inner);
}

/// A data frame of LAN emulation: the sender's number, then Ethernet.
FramePayload lane(const Rest& r) {
    if (!r.has(2)) return too_short();
    if (r.u16(0) == 0xFF00) return passed_over("LANE control");
    return ethernet(r.after(2));
}

FramePayload sdu_of(const Rest& r) {
    if (r.has(3) && ((r.at[0] == 0xAA && r.at[1] == 0xAA) || (r.at[0] == 0x06 && r.at[1] == 0x06)) && r.at[2] == 0x03)
        return llc(r);
    if (r.has(20) && r.at[0] >> 4 == 4 && (r.u16(2) == r.octets || r.u16(2) == 0)) return ip(r);
    if (r.has(40) && r.at[0] >> 4 == 6 && r.u16(4) + std::size_t{40} == r.octets) return passed_over("IPv6");
    FramePayload found = lane(r);
    if (!found.packet && found.other.rfind("Ethertype", 0) == 0) found.other = "payload of unknown kind";
    return found;
}

FramePayload sunatm(const Rest& r) {
    if (!r.has(4)) return too_short();
    const unsigned kind = r.at[0] & 0xF;
    Rest inner = r.after(4);
    inner.mtu = kAal5Mtu;
    if (kind == 1) return lane(inner);
    if (kind == 2) return llc(inner);
    if (kind == 0) return sdu_of(inner);
    return passed_over(kind == 5 || kind == 6 ? "ATM signalling" : "SUNATM type " + std::to_string(kind));
}

}  // namespace

std::string link_type_name(std::uint32_t link_type) {
    const char* name = name_of(kLinkTypes, link_type);
    return name ? std::string(name) + " (" + std::to_string(link_type) + ")" : "link type " + std::to_string(link_type);
}

FramePayload find_ipv4(std::uint32_t link_type, const std::uint8_t* frame, std::size_t octets) {
    const Rest r{frame, octets};
    switch (link_type) {
        case 0:
            return null_or_loop(r, false);
        case 1:
            return ethernet(r);
        case 9:
        case 50:
        case 104:
            return hdlc(r);
        case 11:
        case 100:
            return find_ipv4_in_sdu(frame, octets);
        case 12:
        case 14:
        case 101:
        case 228:
        case 229:
            return ip(r);
        case 51:
            return pppoe(r);
        case 108:
            return null_or_loop(r, true);
        case 113:
            return cooked(r, 16, 14, 2);
        case 123:
            return sunatm(r);
        case 276:
            return cooked(r, 20, 0, 8);
        default:
            return passed_over(link_type_name(link_type));
    }
}

FramePayload find_ipv4_in_sdu(const std::uint8_t* sdu, std::size_t octets) { return sdu_of({sdu, octets, kAal5Mtu}); }

}  // namespace niclab::lab
