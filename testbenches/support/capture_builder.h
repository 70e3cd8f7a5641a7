/// @file Capture files and frames that are built octet by octet, for tests of their readers.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace niclab::test {

/// `value` in `octets` octets, the least significant first unless `big`.
inline std::string number(std::uint64_t value, unsigned octets, bool big = false) {
    std::string s;
    for (unsigned i = 0; i < octets; ++i) s += static_cast<char>(value >> 8 * (big ? octets - 1 - i : i));
    return s;
}
/// Big-endian, for headers.
inline std::string be(std::uint64_t value, unsigned octets) { return number(value, octets, true); }

/// A UDP packet of 28 octets and `payload` more, with no checksums.
inline std::string ip_packet(std::size_t payload, char fill = 'x') {
    const std::size_t all = 28 + payload;
    return std::string("\x45\0", 2) + be(all, 2) + be(1, 2) + std::string("\0\0\x40\x11\0\0", 6) + be(0xC0000201, 4) +
           be(0xC0000202, 4) + be(1000, 2) + be(9, 2) + be(8 + payload, 2) + be(0, 2) + std::string(payload, fill);
}
/// A TCP packet with 12 octets of options; `total` is its total length, by default the true one.
inline std::string tcp_packet(std::size_t payload, int total = -1, unsigned flags = 0x99) {
    const std::size_t all = 20 + 32 + payload;
    std::string data;
    for (std::size_t i = 0; i < payload; ++i) data += static_cast<char>(i * 7);
    return std::string("\x45\0", 2) + be(total < 0 ? all : static_cast<unsigned>(total), 2) + be(0xFFFE, 2) +
           std::string("\x40\0\x40\x06\0\0", 6) + be(0xC0000201, 4) + be(0xC0000202, 4) + be(1000, 2) + be(9, 2) +
           be(0xFFFFFF00, 4) + be(77, 4) + be(0x8000 | flags, 2) + be(8760, 2) + be(0, 4) +
           std::string("\x01\x01\x08\x0a", 4) + be(5, 8) + data;
}
inline std::string ethernet(const std::string& payload, std::uint16_t type = 0x0800) {
    return std::string("\x02\0\0\0\0\1\x02\0\0\0\0\2", 12) + be(type, 2) + payload;
}
/// LLC and SNAP of RFC 1483 and RFC 1042.
inline std::string snap(const std::string& payload, std::uint16_t type = 0x0800) {
    return std::string("\xAA\xAA\x03\0\0\0", 6) + be(type, 2) + payload;
}

/// A pcap file.
inline std::string pcap(std::uint32_t link_type, const std::vector<std::string>& packets, bool big = false,
                        std::uint32_t magic = 0xA1B2C3D4) {
    const auto n = [big](std::uint64_t v, unsigned octets) { return number(v, octets, big); };
    std::string file = n(magic, 4) + n(2, 2) + n(4, 2) + n(0, 8) + n(65535, 4) + n(link_type, 4);
    std::uint32_t time = 0;
    for (const std::string& p : packets) {
        file += n(++time, 4) + n(5, 4) + n(p.size(), 4) + n(p.size(), 4);
        if (magic == 0xA1B2CD34) file += std::string(8, '\0');
        file += p;
    }
    return file;
}

/// A pcapng file, block by block.
class PcapngBuilder {
public:
    explicit PcapngBuilder(bool big = false) : big_(big) {}
    std::string n(std::uint64_t v, unsigned octets) const { return number(v, octets, big_); }
    std::string option(unsigned code, const std::string& value) const {
        return n(code, 2) + n(value.size(), 2) + padded(value);
    }
    PcapngBuilder& block(std::uint32_t type, const std::string& body) {
        const std::string whole = padded(body);
        file += n(type, 4) + n(whole.size() + 12, 4) + whole + n(whole.size() + 12, 4);
        return *this;
    }
    PcapngBuilder& section(const std::string& application = "") {
        return block(0x0A0D0D0A, n(0x1A2B3C4D, 4) + n(1, 2) + n(0, 2) + n(~std::uint64_t{0}, 8) +
                                     (application.empty() ? "" : option(4, application) + n(0, 4)));
    }
    PcapngBuilder& interface(unsigned link_type, const std::string& options = "", std::uint32_t snap_octets = 0) {
        return block(1, n(link_type, 2) + n(0, 2) + n(snap_octets, 4) + (options.empty() ? "" : options + n(0, 4)));
    }
    /// `cut`: octets of the packet that were not captured.
    PcapngBuilder& packet(unsigned interface, const std::string& octets, std::uint64_t ticks = 0, unsigned cut = 0) {
        return block(6, n(interface, 4) + n(ticks >> 32, 4) + n(ticks & 0xFFFFFFFF, 4) + n(octets.size(), 4) +
                            n(octets.size() + cut, 4) + octets);
    }
    PcapngBuilder& simple(const std::string& octets) { return block(3, n(octets.size(), 4) + octets); }
    PcapngBuilder& obsolete(unsigned interface, const std::string& octets) {
        return block(2, n(interface, 2) + n(0, 2) + n(0, 8) + n(octets.size(), 4) + n(octets.size(), 4) + octets);
    }

    std::string file;

private:
    static std::string padded(std::string s) {
        s.resize((s.size() + 3) / 4 * 4, '\0');
        return s;
    }
    bool big_;
};

}  // namespace niclab::test
