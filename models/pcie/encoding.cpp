#include "pcie/encoding.h"

#include <algorithm>
#include <boost/crc.hpp>
#include <stdexcept>

#include "base/crc32_low_first.h"

namespace niclab::pcie {

namespace {

/// CRC-16 of a DLLP: x^16 + x^12 + x^3 + x + 1, the low bit of each octet first.
using DllpCrc = boost::crc_optimal<16, 0x100B, 0xFFFF, 0xFFFF, true, true>;
constexpr unsigned kHasData = 0x40, kFourDwords = 0x20, kTypeMask = 0x1F, kMemory = 0x00, kIo = 0x02, kConfig = 0x04,
                   kConfig1 = 0x05, kCompletion = 0x0A, kMessage = 0x10, kLocal = 4;
constexpr unsigned kDigest = 0x80, kLengthMask = 0x3FF, kDigestOctets = 4, kMostDwords = 1024, kMostOctets = 4096;

/// Octets that are written one after the other into space that is there.
class Writer {
public:
    explicit Writer(std::uint8_t* at) : at_(at) {}
    void put8(unsigned value) { *at_++ = std::uint8_t(value); }
    void put16(unsigned value) { put8(value >> 8), put8(value); }
    void put32(std::uint32_t value) { put16(value >> 16), put16(value & 0xFFFF); }
    void put_low_first(std::uint32_t value, unsigned octets) {
        for (unsigned k = 0; k < octets; ++k) put8(value >> 8 * k);
    }
    void put(const std::uint8_t* from, std::size_t n) { at_ = std::copy_n(from, n, at_); }
    void put_zeros(std::size_t n) { at_ = std::fill_n(at_, n, std::uint8_t{0}); }

private:
    std::uint8_t* at_;
};

unsigned type_of(const Tlp& tlp) {
    switch (tlp.type) {
        case TlpType::MemoryRead:
        case TlpType::MemoryWrite:
            return kMemory;
        case TlpType::IoRead:
        case TlpType::IoWrite:
            return kIo;
        case TlpType::ConfigRead:
        case TlpType::ConfigWrite:
            return tlp.type1 ? kConfig1 : kConfig;
        case TlpType::Completion:
            return kCompletion;
        default:
            return kMessage | kLocal;
    }
}

void put_completion(Writer& to, const Tlp& tlp) {
    to.put16(tlp.completer);
    to.put16(unsigned{tlp.status} << 13 | (tlp.remaining & 0xFFF));
    to.put16(tlp.requester);
    to.put8(tlp.tag);
    to.put8(tlp.address & 0x7F);
}

void put_request(Writer& to, const Tlp& tlp) {
    to.put16(tlp.requester);
    to.put8(tlp.tag);
    if (tlp.type == TlpType::Message) {
        to.put8(tlp.code);
        return to.put32(0), to.put32(0);
    }
    const ByteEnables enables = byte_enables(tlp.address, tlp.octets);
    to.put8(enables.last << 4 | enables.first);
    if (is_config(tlp.type)) {
        to.put16(std::uint16_t(tlp.address >> kRequesterShift));
        return to.put16(unsigned(tlp.address & 0xFFC));
    }
    if (header_dwords(tlp) == 4) to.put32(std::uint32_t(tlp.address >> 32));
    to.put32(std::uint32_t(tlp.address) & ~3u);
}

/// Into space of tlp_octets(), the number of which it returns.
std::size_t write_tlp(const Tlp& tlp, const std::uint8_t* data, std::uint8_t* from) {
    Writer to(from);
    const unsigned touched = touched_dwords(tlp), with_data = has_data(tlp) ? touched : 0, header = header_dwords(tlp);
    const bool counts = tlp.type != TlpType::Message && (tlp.type != TlpType::Completion || with_data != 0);
    to.put8((with_data != 0 ? kHasData : 0) | (header == 4 ? kFourDwords : 0) | type_of(tlp));
    to.put8(0);
    to.put16((tlp.has_digest ? kDigest << 8 : 0) | (counts ? touched & kLengthMask : 0));
    if (tlp.type == TlpType::Completion)
        put_completion(to, tlp);
    else
        put_request(to, tlp);
    if (with_data != 0) {
        const unsigned skipped = data ? unsigned(tlp.address % kDwordOctets) : 0, octets = data ? tlp.octets : 0;
        to.put_zeros(skipped);
        if (data) to.put(data, octets);
        to.put_zeros(kDwordOctets * with_data - skipped - octets);
    }
    const std::size_t octets = std::size_t{kDwordOctets} * (header + with_data);
    if (!tlp.has_digest) return octets;
    Octets covered(from, from + octets);
    covered[0] |= 0x01, covered[2] |= 0x40;  // Bits that may change on the way.
    to.put_low_first(link_crc(covered.data(), covered.size()), kDigestOctets);
    return octets + kDigestOctets;
}

unsigned get16(const std::uint8_t* at) { return unsigned{at[0]} << 8 | at[1]; }
std::uint32_t get32(const std::uint8_t* at) { return std::uint32_t{get16(at)} << 16 | get16(at + 2); }

[[noreturn]] void refuse(const char* field, const std::string& value, const char* expected) {
    throw std::invalid_argument("TLP: " + std::string(field) + " " + value + "; expected " + expected);
}

TlpType type_from(unsigned code, bool data, bool four) {
    switch (code) {
        case kMemory:
            return data ? TlpType::MemoryWrite : TlpType::MemoryRead;
        case kIo:
            if (!four) return data ? TlpType::IoWrite : TlpType::IoRead;
            break;
        case kConfig:
        case kConfig1:
            if (!four) return data ? TlpType::ConfigWrite : TlpType::ConfigRead;
            break;
        case kCompletion:
            if (!four) return TlpType::Completion;
            break;
        case kMessage | kLocal:
            if (four && !data) return TlpType::Message;
            break;
        default:
            break;
    }
    refuse("type", std::to_string(code), "memory, I/O, configuration, a message of INTx or a completion");
}

void get_completion(Tlp& tlp, const std::uint8_t* at, unsigned dwords) {
    tlp.completer = std::uint16_t(get16(at + 4));
    tlp.status = at[6] >> 5;
    tlp.remaining = get16(at + 6) & 0xFFF;
    if (tlp.remaining == 0) tlp.remaining = kMostOctets;
    tlp.requester = std::uint16_t(get16(at + 8));
    tlp.tag = at[10];
    tlp.address = at[11] & 0x7F;
    tlp.last = dwords == 0;
    if (dwords == 0) return;
    const unsigned skipped = at[11] & 3;
    tlp.octets = std::min(tlp.remaining, 4 * dwords - skipped);
    if (touched_dwords(tlp) != dwords)
        refuse("length", std::to_string(dwords) + " dwords", "those of the byte count and the lower address");
    tlp.last = tlp.octets == tlp.remaining;
}

void get_request(Tlp& tlp, const std::uint8_t* at, unsigned dwords, bool four) {
    tlp.requester = std::uint16_t(get16(at + 4));
    tlp.tag = at[6];
    if (tlp.type == TlpType::Message) {
        tlp.code = at[7];
        if ((tlp.code & ~0x7u) != 0x20) refuse("message", std::to_string(tlp.code), "one of INTx, 32 to 39");
        return;
    }
    const unsigned first = at[7] & 0xF, last = at[7] >> 4;
    if (is_config(tlp.type)) {
        tlp.address = std::uint64_t{get16(at + 8)} << kRequesterShift | (get16(at + 10) & 0xFFC);
    } else {
        tlp.address = four ? std::uint64_t{get32(at + 8)} << 32 | get32(at + 12) : get32(at + 8);
        tlp.address &= ~std::uint64_t{3};
    }
    if (first == 0) refuse("first byte enables", "0", "at least one octet");
    const unsigned skipped = unsigned(__builtin_ctz(first));
    const unsigned end = dwords == 1 ? first : last;
    if (end == 0) refuse("last byte enables", "0", "at least one octet of the last dword");
    tlp.octets = 4 * (dwords - 1) + 32 - unsigned(__builtin_clz(end)) - skipped;
    tlp.address += skipped;
    const ByteEnables expected = byte_enables(tlp.address, tlp.octets);
    if (expected.first != first || expected.last != last)
        refuse("byte enables", std::to_string(last) + " and " + std::to_string(first), "contiguous octets");
    if (tlp.type != TlpType::MemoryRead && tlp.type != TlpType::MemoryWrite && dwords != 1)
        refuse("length", std::to_string(dwords), "1 dword for I/O and configuration");
    if (tlp.address % kPageOctets + tlp.octets > kPageOctets && !is_config(tlp.type))
        refuse("length", std::to_string(tlp.octets) + " octets over 4 KiB", "a request within 4 KiB");
    if (four && tlp.address < kFourGib) refuse("header", "of 4 dwords below 4 GiB", "3 dwords");
}

}  // namespace

std::uint32_t link_crc(const std::uint8_t* octets, std::size_t n) { return base::crc32_low_first(octets, n); }

std::uint16_t dllp_crc(const std::uint8_t* octets, std::size_t n) {
    DllpCrc crc;
    crc.process_bytes(octets, n);
    return std::uint16_t(crc.checksum());
}

void encode_tlp(const Tlp& tlp, const std::uint8_t* data, Octets& to) {
    const std::size_t from = to.size();
    to.resize(from + tlp_octets(tlp));
    write_tlp(tlp, data, &to[from]);
}

std::size_t write_without_crc(const LinkPacket& packet, const std::uint8_t* data, std::uint8_t* to) {
    if (!packet.tlp) return std::size_t(std::copy(packet.dllp.begin(), packet.dllp.end(), to) - to);
    Writer(to).put16(packet.sequence);
    return kSequenceOctets + write_tlp(*packet.tlp, data, to + kSequenceOctets);
}

void encode(const LinkPacket& packet, const std::uint8_t* data, Octets& to) {
    const std::size_t crc = packet.tlp ? kLcrcOctets : kDllpCrcOctets;
    to.resize((packet.tlp ? kSequenceOctets + tlp_octets(*packet.tlp) : packet.dllp.size()) + crc);
    const std::size_t covered = write_without_crc(packet, data, to.data());
    Writer w(&to[covered]);
    if (packet.tlp)
        w.put_low_first(link_crc(to.data(), covered), kLcrcOctets);
    else
        w.put_low_first(dllp_crc(to.data(), covered), kDllpCrcOctets);
    if (packet.bad) to.back() ^= 1;
}

Decoded decode_tlp(const std::uint8_t* octets, std::size_t n) {
    if (n < 12) refuse("length", std::to_string(n) + " octets", "a header of at least 12");
    if ((octets[0] & 0x80) != 0) refuse("format", std::to_string(octets[0] >> 5), "0 to 3");
    const bool data = (octets[0] & kHasData) != 0, four = (octets[0] & kFourDwords) != 0;
    Decoded d;
    d.tlp.type = type_from(octets[0] & kTypeMask, data, four);
    d.tlp.type1 = (octets[0] & kTypeMask) == kConfig1;
    d.tlp.has_digest = (octets[2] & kDigest) != 0;
    const unsigned header = four ? 16 : 12;
    if (n < header) refuse("length", std::to_string(n) + " octets", "a header of 16");
    unsigned dwords = get16(octets + 2) & kLengthMask;
    if (dwords == 0) dwords = kMostDwords;
    const unsigned with_data = data ? dwords : 0;
    const std::size_t whole = header + 4 * with_data + (d.tlp.has_digest ? 4 : 0);
    if (n != whole) refuse("length", std::to_string(n) + " octets", (std::to_string(whole) + " by its header").c_str());
    if (d.tlp.type == TlpType::Completion)
        get_completion(d.tlp, octets, with_data);
    else
        get_request(d.tlp, octets, dwords, four);
    if (with_data == 0) return d;
    const std::uint8_t* const from = octets + header + d.tlp.address % 4;
    d.data.assign(from, from + d.tlp.octets);
    return d;
}

}  // namespace niclab::pcie
