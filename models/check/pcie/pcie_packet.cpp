#include "check/pcie/pcie_packet.h"

#include <boost/crc.hpp>

#include "base/crc32_low_first.h"

namespace niclab::check {

namespace {

/// CRC-16 of a DLLP: x^16 + x^12 + x^3 + x + 1, the low bit of each octet first.
using DllpCrc = boost::crc_optimal<16, 0x100B, 0xFFFF, 0xFFFF, true, true>;

PcieKind kind_of(unsigned type, bool has_data, bool four_dwords) {
    if ((type & 0x18) == 0x10)
        return four_dwords && !has_data && (type & 7) <= 5 ? PcieKind::Message : PcieKind::Unknown;
    if (type == 0x00) return has_data ? PcieKind::MemoryWrite : PcieKind::MemoryRead;
    if (four_dwords) return PcieKind::Unknown;
    if (type == 0x02) return has_data ? PcieKind::IoWrite : PcieKind::IoRead;
    if (type == 0x04 || type == 0x05) return has_data ? PcieKind::ConfigWrite : PcieKind::ConfigRead;
    return type == 0x0A ? PcieKind::Completion : PcieKind::Unknown;
}

unsigned word(const std::uint8_t* at) { return unsigned{at[0]} << 8 | at[1]; }

std::uint64_t dword(const std::uint8_t* at) { return std::uint64_t{word(at)} << 16 | word(at + 2); }

/// T9, T8, LN and TH are of later generations or not used; AT needs address translation services.
bool common_reserved(const std::uint8_t* t) { return (t[1] & 0x8B) != 0 || (t[2] & 0x0C) != 0; }

void read_request(PcieHeader& h, const std::uint8_t* t) {
    h.requester = std::uint16_t(word(t + 4));
    h.tag = t[6];
    h.first_enables = t[7] & 0xF, h.last_enables = t[7] >> 4;
    if (h.kind == PcieKind::ConfigRead || h.kind == PcieKind::ConfigWrite) {
        h.reserved |= (t[10] & 0xF0) != 0 || (t[11] & 3) != 0;
        return;
    }
    h.address = h.four_dwords ? dword(t + 8) << 32 | dword(t + 12) : dword(t + 8);
    h.reserved |= (h.address & 3) != 0;
    h.address &= ~std::uint64_t{3};
}

void read_message(PcieHeader& h, const std::uint8_t* t) {
    h.requester = std::uint16_t(word(t + 4));
    h.tag = t[6], h.code = t[7];
    const bool interrupt = (h.code & 0xF8) == 0x20;
    for (unsigned k = 8; interrupt && k < 16; ++k) h.reserved |= t[k] != 0;
}

void read_completion(PcieHeader& h, const std::uint8_t* t) {
    h.status = t[6] >> 5;
    h.reserved |= (t[6] & 0x10) != 0 || (t[11] & 0x80) != 0;
    h.byte_count = word(t + 6) & 0xFFF;
    if (h.byte_count == 0) h.byte_count = 4096;
    h.requester = std::uint16_t(word(t + 8));
    h.tag = t[10], h.lower_address = t[11] & 0x7F;
}

}  // namespace

std::uint16_t pcie_dllp_crc(const std::uint8_t* octets, std::size_t n) {
    DllpCrc crc;
    crc.process_bytes(octets, n);
    return std::uint16_t(crc.checksum());
}

std::uint32_t pcie_crc32(const std::uint8_t* octets, std::size_t n) { return base::crc32_low_first(octets, n); }

PcieHeader pcie_header(const std::uint8_t* tlp, std::size_t n) {
    PcieHeader h;
    if (n < 12) return h;
    h.four_dwords = (tlp[0] & 0x20) != 0, h.has_data = (tlp[0] & 0x40) != 0;
    if (n < h.header_octets() || (tlp[0] & 0x80) != 0) return h;
    h.kind = kind_of(tlp[0] & 0x1Fu, h.has_data, h.four_dwords);
    h.digest = (tlp[2] & 0x80) != 0;
    h.length = word(tlp + 2) & 0x3FF;
    const bool counts = h.has_data || (!h.is_completion() && h.kind != PcieKind::Message);
    h.reserved = common_reserved(tlp) || (!counts && h.length != 0);
    if (counts && h.length == 0) h.length = 1024;
    if (h.kind == PcieKind::Unknown) return h;
    if (h.is_completion())
        read_completion(h, tlp);
    else if (h.kind == PcieKind::Message)
        read_message(h, tlp);
    else
        read_request(h, tlp);
    return h;
}

}  // namespace niclab::check
