#include "pcie/symbols.h"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace niclab::pcie {

namespace {

constexpr std::uint8_t kStp = 0xFB, kSdp = 0x5C, kEnd = 0xFD, kPad = 0xF7;     // K27.7, K28.2, K29.7, K23.7
constexpr std::uint8_t kStpToken = 0xF, kSdpToken0 = 0xF0, kSdpToken1 = 0xAC;  // The STP token begins with 4 bits.
constexpr std::size_t kDllpWithCrc = 6, kTokenOctets = 4;
constexpr unsigned kLengthBits = 11;

[[noreturn]] void reject(const std::string& what, const char* expected) {
    throw std::invalid_argument("symbols: " + what + "; expected " + expected);
}

bool bit(unsigned value, unsigned n) { return (value >> n & 1u) != 0; }

/// The CRC of 4 bits over the length of an STP token, by the polynomial x^4 + x + 1.
unsigned length_crc(unsigned length) {
    unsigned crc = 0xF;
    for (unsigned n = kLengthBits; n-- > 0;) {
        const bool out = bit(crc, 3) != bit(length, n);
        crc = (crc << 1 & 0xF) ^ (out ? 0x3u : 0u);
    }
    return crc;
}

/// Even, over the length and its CRC.
unsigned parity_of(unsigned length) {
    return static_cast<unsigned>(__builtin_popcount(length) + __builtin_popcount(length_crc(length))) & 1u;
}

void add_octets(const Octets& octets, std::size_t from, Symbols& to) {
    for (std::size_t k = from; k < octets.size(); ++k) to.push_back({octets[k], false});
}

/// `length`: of token, TLP and LCRC, in dwords.
void add_stp_token(const Octets& packet, unsigned length, Symbols& to) {
    to.push_back({std::uint8_t((length & 0xF) << 4 | kStpToken), false});
    to.push_back({std::uint8_t(parity_of(length) << 7 | length >> 4), false});
    to.push_back({std::uint8_t(length_crc(length) << 4 | packet[0]), false});
    to.push_back({packet[1], false});
}

Unframed unframe_symbols(const Symbols& s) {
    if (s.empty() || !s[0].control || (s[0].octet != kStp && s[0].octet != kSdp))
        reject("no begin of a packet", "STP or SDP");
    const auto is_end = [](const Symbol& x) { return x.control && x.octet == kEnd; };
    const auto end = std::find_if(s.begin(), s.end(), is_end);
    if (end == s.end()) reject("no end of a packet", "END");
    Unframed found{s[0].octet == kStp, {}};
    for (auto at = s.begin() + 1; at != end; ++at) {
        if (at->control) reject("a special symbol in a packet", "data");
        found.packet.push_back(at->octet);
    }
    return found;
}

Unframed unframe_tokens(const Symbols& s) {
    Unframed found;
    if (s.size() >= 2 && s[0].octet == kSdpToken0 && s[1].octet == kSdpToken1) {
        for (std::size_t k = 2; k < std::min(s.size(), 2 + kDllpWithCrc); ++k) found.packet.push_back(s[k].octet);
        return found;
    }
    if (s.size() < kTokenOctets || (s[0].octet & 0xF) != kStpToken)
        reject("no begin of a packet", "an STP or SDP token");
    const unsigned length = s[0].octet >> 4 | (s[1].octet & 0x7Fu) << 4;
    if (s[1].octet >> 7 != parity_of(length) || s[2].octet >> 4 != length_crc(length))
        reject("a length of " + std::to_string(length), "its CRC and parity");
    if (std::size_t{4} * length > s.size()) reject("a length of " + std::to_string(length), "that of the symbols");
    found.is_tlp = true;
    found.packet = {std::uint8_t(s[2].octet & 0xF), s[3].octet};
    for (std::size_t k = kTokenOctets; k < std::size_t{4} * length; ++k) found.packet.push_back(s[k].octet);
    return found;
}

}  // namespace

void frame(const Octets& packet, bool is_tlp, unsigned line_octets, Framing framing, Symbols& to) {
    to.clear();
    if (framing == Framing::Special) {
        to.push_back({is_tlp ? kStp : kSdp, true});
        add_octets(packet, 0, to);
        to.push_back({kEnd, true});
    } else if (is_tlp) {
        add_stp_token(packet, unsigned(packet.size() - kSequenceOctets + kTokenOctets) / kDwordOctets, to);
        add_octets(packet, kSequenceOctets, to);
    } else {
        to.push_back({kSdpToken0, false}), to.push_back({kSdpToken1, false});
        add_octets(packet, 0, to);
    }
    const Symbol filler = framing == Framing::Special ? Symbol{kPad, true} : Symbol{0, false};
    to.resize(std::max<std::size_t>(to.size(), line_octets), filler);
}

Unframed unframe(const Symbols& symbols, Framing framing) {
    return framing == Framing::Special ? unframe_symbols(symbols) : unframe_tokens(symbols);
}

}  // namespace niclab::pcie
