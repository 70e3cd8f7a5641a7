/// @file A TCP segment as its fields; payload is represented by its position in the sender's
/// stream, not copied.
///
/// Source: RFC 793 section 3.1; RFC 1323 (window scale, timestamps).
/// Not modelled: urgent data, selective acknowledgements (RFC 2018, more recent than the modelled
///   systems).
#pragma once

#include <cstdint>
#include <optional>

namespace niclab::tcp {

struct Timestamps {
    std::uint32_t value = 0, echo = 0;
};

struct Segment {
    std::uint32_t seq = 0, ack = 0;
    std::uint16_t window = 0;  ///< As on the line: not yet scaled.
    bool syn = false, fin = false, rst = false, psh = false;
    bool acks = false;                         ///< ACK: `ack` is valid.
    std::optional<std::uint16_t> mss;          ///< With SYN only.
    std::optional<std::uint8_t> window_shift;  ///< With SYN only.
    std::optional<Timestamps> timestamps;
    std::uint64_t offset = 0;  ///< Of the first octet of payload in the sender's stream.
    std::uint32_t length = 0;  ///< Octets of payload.
    bool again = false;        ///< A part of it was sent before; not on the line.

    /// Octets of the header, with options padded to words (timestamps with two NOPs before, RFC
    /// 1323 appendix A).
    unsigned header_octets() const { return 20 + (mss ? 4u : 0u) + (window_shift ? 4u : 0u) + (timestamps ? 12u : 0u); }
    /// Number of sequence numbers that it occupies.
    std::uint32_t span() const { return length + (syn ? 1u : 0u) + (fin ? 1u : 0u); }
};

/// The position nearest to `near` with the sequence number `seq`: positions continue when sequence
/// numbers wrap.
constexpr std::uint64_t unwrap(std::uint32_t seq, std::uint32_t initial, std::uint64_t near) {
    const std::uint32_t there = seq - initial;
    const auto step = static_cast<std::int32_t>(there - static_cast<std::uint32_t>(near));
    return near + static_cast<std::uint64_t>(static_cast<std::int64_t>(step));
}

}  // namespace niclab::tcp
