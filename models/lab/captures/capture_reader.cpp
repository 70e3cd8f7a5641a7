#include "lab/captures/capture_reader.h"

#include <algorithm>
#include <cstring>
#include <stdexcept>

#include "base/count_of.h"

namespace niclab::lab {

namespace {

constexpr std::uint32_t kSection = 0x0A0D0D0A, kByteOrder = 0x1A2B3C4D;
constexpr std::uint32_t kInterfaceBlock = 1, kObsoletePacket = 2, kSimplePacket = 3, kEnhancedPacket = 6;
constexpr std::uint16_t kApplication = 4, kName = 2, kResolution = 9, kOffset = 14;
constexpr std::size_t kBlockFrame = 12;  ///< Type, and the length at both ends.
constexpr std::uint32_t kLinkTypeBits = 0x03FFFFFF;
/// A file of many empty interfaces must not fill the memory.
constexpr std::size_t kMaxInterfaces = 65536;

/// The forms of pcap by their first word: unit of time, and octets of a record's header.
struct PcapForm {
    std::uint32_t magic;
    std::uint8_t resolution;
    std::size_t record_header;
};
constexpr PcapForm kPcapForms[] = {
    {0xA1B2C3D4, 6, 16}, {0xA1B23C4D, 9, 16}, {0xA1B2CD34, 6, 24}};  // the last: 8 octets more, of an old Linux

std::uint32_t turned(std::uint32_t v) { return v >> 24 | (v >> 8 & 0xFF00) | (v << 8 & 0xFF0000) | v << 24; }

}  // namespace

std::string seconds_text(const CaptureInterface& interface, std::uint64_t ticks) {
    const unsigned digits = interface.resolution & 0x7F;
    std::string whole, fraction;
    if ((interface.resolution & 0x80) != 0) {
        const std::uint64_t seconds = digits < 64 ? ticks >> digits : 0;
        const std::uint64_t rest = digits < 64 ? ticks - (seconds << digits) : ticks;
        fraction =
            std::to_string(static_cast<std::uint64_t>(static_cast<__uint128_t>(rest) * 1'000'000'000u >> digits));
        fraction.insert(0, 9 - std::min<std::size_t>(9, fraction.size()), '0');
        whole = std::to_string(seconds);
    } else {
        whole = std::to_string(ticks);
        if (whole.size() <= digits) whole.insert(0, digits + 1 - whole.size(), '0');
        fraction = whole.substr(whole.size() - digits);
        whole.resize(whole.size() - digits);
    }
    if (interface.offset_seconds != 0) {
        const auto shifted = static_cast<__int128_t>(std::stoull(whole)) + interface.offset_seconds;
        if (shifted >= 0 && shifted <= static_cast<__int128_t>(UINT64_MAX))
            whole = std::to_string(static_cast<std::uint64_t>(shifted));
    }
    return fraction.empty() ? whole : whole + "." + fraction;
}

CaptureReader::CaptureReader(std::istream& in) : in_(in) {
    in_.seekg(0, std::ios::end);
    size_ = static_cast<std::uint64_t>(std::max<std::streamoff>(0, in_.tellg()));
    in_.seekg(0);
    std::uint8_t magic[4] = {};
    if (size_ < sizeof magic) throw std::runtime_error("not a capture; expected a pcap or pcapng file");
    read(magic, sizeof magic);
    if (u32(magic) == kSection) {
        blocks_ = true;
        std::uint8_t length[4];
        read(length, sizeof length);
        read_section(length);
        return;
    }
    if (magic[0] == 0x1F && magic[1] == 0x8B)
        throw std::runtime_error("compressed with gzip; expected a pcap or pcapng file, use gunzip first");
    begin_pcap(magic);
}

void CaptureReader::fail(const std::string& problem, const std::string& expected) const {
    throw std::runtime_error("after packet " + std::to_string(number_) + ", octet " + std::to_string(at_) + ": " +
                             problem + "; expected " + expected);
}

void CaptureReader::require_whole(const char* what, std::uint32_t length, std::uint32_t already_read) const {
    const std::uint64_t there = already_read + left();
    if (length > there)
        fail(std::string("the file ends in a ") + what + ", with " + std::to_string(there) + " of its " +
                 base::count_of(length, "octet"),
             "a whole capture");
}

void CaptureReader::read(std::uint8_t* to, std::size_t octets) {
    if (octets > left()) fail("the file ends early", "a whole capture");
    in_.read(reinterpret_cast<char*>(to), static_cast<std::streamsize>(octets));
    if (!in_) fail("cannot read the file", "a readable file");
    at_ += octets;
}

std::uint16_t CaptureReader::u16(const std::uint8_t* at) const {
    return static_cast<std::uint16_t>(swapped_ ? at[0] << 8 | at[1] : at[1] << 8 | at[0]);
}

std::uint32_t CaptureReader::u32(const std::uint8_t* at) const {
    const std::uint32_t little =
        std::uint32_t{at[3]} << 24 | std::uint32_t{at[2]} << 16 | std::uint32_t{at[1]} << 8 | at[0];
    return swapped_ ? turned(little) : little;
}

std::uint64_t CaptureReader::u64(const std::uint8_t* at) const {
    const std::uint64_t first = u32(at), second = u32(at + 4);
    return swapped_ ? first << 32 | second : second << 32 | first;
}

void CaptureReader::begin_pcap(const std::uint8_t* magic) {
    const std::uint32_t word = u32(magic);
    for (const PcapForm& form : kPcapForms) {
        if (word != form.magic && turned(word) != form.magic) continue;
        swapped_ = word != form.magic;
        record_header_ = form.record_header;
        std::uint8_t header[20];
        read(header, sizeof header);
        if (u16(header) != 2) fail("pcap version " + std::to_string(u16(header)), "version 2");
        CaptureInterface only;
        only.snap_octets = u32(header + 12);
        only.link_type = u32(header + 16) & kLinkTypeBits;
        only.resolution = form.resolution;
        interfaces_.push_back(only);
        return;
    }
    throw std::runtime_error("not a capture; expected a pcap or pcapng file");
}

bool CaptureReader::next(CapturedPacket& packet) {
    if (!blocks_) return next_pcap(packet);
    while (left() > 0)
        if (next_block(packet)) return true;
    return false;
}

bool CaptureReader::next_pcap(CapturedPacket& packet) {
    if (left() == 0) return false;
    std::uint8_t header[24];
    read(header, record_header_);
    const std::uint32_t octets = u32(header + 8);
    if (octets > kMaxBlockOctets)
        fail("a packet of " + base::count_of(octets, "octet"), "at most " + std::to_string(kMaxBlockOctets));
    require_whole("packet", octets, 0);
    const std::uint64_t units = interfaces_[0].resolution == 9 ? 1'000'000'000 : 1'000'000;
    packet.ticks = u32(header) * units + u32(header + 4);
    packet.octets_on_line = u32(header + 12);
    packet.interface = 0;
    packet.octets.resize(octets);
    read(packet.octets.data(), octets);
    packet.number = ++number_;
    return true;
}

void CaptureReader::read_body(std::uint32_t length) {
    if (length < kBlockFrame || length % 4 != 0 || length > kMaxBlockOctets)
        fail("a block of " + base::count_of(length, "octet"),
             "a multiple of 4 from 12 to " + std::to_string(kMaxBlockOctets));
    require_whole("block", length, 8);
    body_.resize(length - kBlockFrame);
    read(body_.data(), body_.size());
    check_end(length);
}

void CaptureReader::check_end(std::uint32_t length) {
    std::uint8_t again[4];
    read(again, sizeof again);
    if (u32(again) != length) fail("a block with two lengths", "the same at its begin and end");
}

void CaptureReader::read_section(const std::uint8_t* length_field) {
    std::uint8_t order[4];
    read(order, sizeof order);
    swapped_ = false;
    if (u32(order) != kByteOrder) swapped_ = true;
    if (u32(order) != kByteOrder) fail("a section without byte order", "1A2B3C4D");
    const std::uint32_t length = u32(length_field);
    if (length < 28 || length % 4 != 0 || length > kMaxBlockOctets)
        fail("a section header of " + base::count_of(length, "octet"),
             "a multiple of 4 from 28 to " + std::to_string(kMaxBlockOctets));
    require_whole("section header", length, 12);
    body_.resize(length - 16);
    read(body_.data(), body_.size());
    check_end(length);
    if (u16(body_.data()) != 1) fail("pcapng version " + std::to_string(u16(body_.data())), "version 1");
    first_of_section_ = interfaces_.size();
    application_.clear();
    read_options(12, [this](std::uint16_t code, const std::uint8_t* value, std::size_t octets) {
        if (code == kApplication) application_.assign(value, value + octets);
    });
}

template <class Take>
void CaptureReader::read_options(std::size_t at, const Take& take) const {
    while (at + 4 <= body_.size()) {
        const std::uint16_t code = u16(&body_[at]);
        const std::size_t octets = u16(&body_[at + 2]);
        if (code == 0) return;
        if (octets > body_.size() - at - 4) fail("an option longer than its block", "a whole one");
        take(code, body_.data() + at + 4, octets);
        at += 4 + (octets + 3) / 4 * 4;
    }
}

void CaptureReader::read_interface() {
    if (body_.size() < 8) fail("an interface of " + base::count_of(body_.size(), "octet"), "at least 8");
    if (interfaces_.size() == kMaxInterfaces) fail("one more interface", "at most " + std::to_string(kMaxInterfaces));
    CaptureInterface one;
    one.link_type = u16(body_.data());
    one.snap_octets = u32(&body_[4]);
    one.application = application_;
    read_options(8, [&](std::uint16_t code, const std::uint8_t* value, std::size_t octets) {
        if (code == kName) one.name.assign(value, value + octets);
        if (code == kResolution && octets == 1) one.resolution = *value;
        if (code == kOffset && octets == 8) one.offset_seconds = static_cast<std::int64_t>(u64(value));
    });
    interfaces_.push_back(one);
}

bool CaptureReader::next_block(CapturedPacket& packet) {
    std::uint8_t head[8];
    read(head, sizeof head);
    const std::uint32_t type = u32(head);
    if (type == kSection) {  // the same in both byte orders
        read_section(head + 4);
        return false;
    }
    read_body(u32(head + 4));
    if (type == kInterfaceBlock) read_interface();
    if (type != kEnhancedPacket && type != kSimplePacket && type != kObsoletePacket) return false;
    packet.number = ++number_;
    if (type == kSimplePacket)
        take_simple(packet);
    else
        take_enhanced(packet, type == kObsoletePacket);
    return true;
}

std::size_t CaptureReader::interface_number(std::uint32_t number) const {
    const std::size_t there = interfaces_.size() - first_of_section_;
    if (number >= there)
        fail("interface " + std::to_string(number), base::count_of(there, "interface") + " before it, numbered from 0");
    return first_of_section_ + number;
}

void CaptureReader::take_octets(CapturedPacket& packet, std::size_t at, std::size_t octets) const {
    if (octets > body_.size() - at)
        fail("a packet of " + base::count_of(octets, "octet") + " in a block with " + std::to_string(body_.size() - at),
             "a packet that fits its block");
    const auto from = body_.begin() + static_cast<std::ptrdiff_t>(at);
    packet.octets.assign(from, from + static_cast<std::ptrdiff_t>(octets));
}

void CaptureReader::take_enhanced(CapturedPacket& packet, bool obsolete) const {
    if (body_.size() < 20) fail("a packet block of " + base::count_of(body_.size(), "octet"), "at least 20");
    packet.interface = interface_number(obsolete ? u16(body_.data()) : u32(body_.data()));
    packet.ticks = std::uint64_t{u32(&body_[4])} << 32 | u32(&body_[8]);
    packet.octets_on_line = u32(&body_[16]);
    take_octets(packet, 20, u32(&body_[12]));
}

void CaptureReader::take_simple(CapturedPacket& packet) const {
    if (body_.size() < 4) fail("a packet block of " + base::count_of(body_.size(), "octet"), "at least 4");
    packet.interface = interface_number(0);
    packet.ticks = 0;
    packet.octets_on_line = u32(body_.data());
    std::uint32_t octets = packet.octets_on_line;
    if (const std::uint32_t most = interfaces_[packet.interface].snap_octets; most > 0) octets = std::min(octets, most);
    take_octets(packet, 4, octets);
}

}  // namespace niclab::lab
