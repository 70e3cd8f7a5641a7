/// @file A reader of capture files, pcap and pcapng: packet by packet, each with its number,
/// interface and time.
///
/// Behaviour: it supports both byte orders, and several sections, link types, snapshot lengths and
///   time resolutions in one file. Packets are numbered from 1 in the order of the file, as
///   Wireshark numbers them. One block at a time is in memory.
/// Source: draft-ietf-opsawg-pcap and draft-ietf-opsawg-pcapng (from memory, compared with tshark's
///   files).
/// Limitations: blocks without packets are skipped; compressed files are refused.
///
/// Reason for own code: libpcap refuses a file with several link types or snapshot lengths.
/// Wireshark's library has neither a stable interface nor a suitable licence.
#pragma once

#include <cstdint>
#include <istream>
#include <string>
#include <vector>

namespace niclab::lab {

/// The source of some packets of a capture.
struct CaptureInterface {
    std::uint32_t link_type = 0;      ///< LINKTYPE_ value of tcpdump's registry.
    std::uint32_t snap_octets = 0;    ///< 0: no limit.
    std::string name;                 ///< Empty if the file names none.
    std::uint8_t resolution = 6;      ///< if_tsresol: 10^-n s, or 2^-n s with bit 7 set.
    std::int64_t offset_seconds = 0;  ///< if_tsoffset.
    std::string application;          ///< Program that wrote the section; empty if it is not named.
};

struct CapturedPacket {
    std::uint64_t number = 0;   ///< From 1.
    std::size_t interface = 0;  ///< Index of CaptureReader::interfaces().
    std::uint64_t ticks = 0;    ///< Time in the resolution of the interface.
    std::uint32_t octets_on_line = 0;
    std::vector<std::uint8_t> octets;  ///< Fewer than on the line if the packet was cut.
};

/// Time of a packet in seconds. Decimal resolutions are exact; binary ones are rounded down to
/// nanoseconds.
std::string seconds_text(const CaptureInterface& interface, std::uint64_t ticks);

class CaptureReader {
public:
    /// Largest block or packet; a longer one is damage.
    static constexpr std::uint32_t kMaxBlockOctets = 16u << 20;

    /// Reads the file's header. Throws std::runtime_error, "problem; expected ...", if it is not a
    /// capture.
    explicit CaptureReader(std::istream& in);
    /// Reads the next packet; false at the end. Throws std::runtime_error, "packet N: problem;
    /// expected ...".
    bool next(CapturedPacket& packet);
    /// All interfaces up to the present position in the file, of all sections.
    const std::vector<CaptureInterface>& interfaces() const { return interfaces_; }

private:
    std::uint64_t left() const { return size_ - at_; }
    void read(std::uint8_t* to, std::size_t octets);
    [[noreturn]] void fail(const std::string& problem, const std::string& expected) const;
    /// Fails if the file ends before `length` octets, of which `already_read` come before the place.
    void require_whole(const char* what, std::uint32_t length, std::uint32_t already_read) const;
    std::uint16_t u16(const std::uint8_t* at) const;
    std::uint32_t u32(const std::uint8_t* at) const;
    std::uint64_t u64(const std::uint8_t* at) const;

    void begin_pcap(const std::uint8_t* magic);
    bool next_pcap(CapturedPacket& packet);
    bool next_block(CapturedPacket& packet);
    void read_body(std::uint32_t length);
    void check_end(std::uint32_t length);
    void read_section(const std::uint8_t* length_field);
    void read_interface();
    /// Calls `take` with code, value and length of each option from `at` of the block on.
    template <class Take>
    void read_options(std::size_t at, const Take& take) const;
    void take_enhanced(CapturedPacket& packet, bool obsolete) const;
    void take_simple(CapturedPacket& packet) const;
    void take_octets(CapturedPacket& packet, std::size_t at, std::size_t octets) const;
    std::size_t interface_number(std::uint32_t number) const;

    std::istream& in_;
    std::uint64_t size_ = 0, at_ = 0;
    bool swapped_ = false;              ///< The file's byte order is big-endian.
    bool blocks_ = false;               ///< pcapng.
    std::size_t record_header_ = 16;    ///< Of pcap.
    std::uint64_t number_ = 0;          ///< Number of packets up to now.
    std::size_t first_of_section_ = 0;  ///< Index of the section's first interface.
    std::string application_;
    std::vector<CaptureInterface> interfaces_;
    std::vector<std::uint8_t> body_;  ///< Of the present block.
};

}  // namespace niclab::lab
