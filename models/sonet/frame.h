/// @file The geometry and fixed octets of STS-3c and STS-12c frames.
///
/// Source: GR-253 / ITU-T G.707 (from memory of the standards): 9 rows, 90 columns for each of the
///   N STS-1s, 8000 frames per second. There are N/3 - 1 columns of fixed stuff after the path
///   overhead. Columns and rows count from 0 here.
#pragma once

#include <cstdint>

namespace niclab::sonet {

inline constexpr unsigned kRows = 9;
inline constexpr unsigned kLargestSts = 12;  ///< N of the largest format.

/// A frame of N STS-1s with one concatenated payload: STS-Nc.
struct Format {
    constexpr explicit Format(unsigned n) : sts(n) {}

    unsigned sts;  ///< N: 3 or 12; also the octets of a pointer step, and the number of interleaved parities in B2.
    unsigned columns = 90 * sts;
    unsigned overhead_columns = 3 * sts;  ///< Transport overhead.
    unsigned frame_octets = kRows * columns;
    unsigned spe_columns = columns - overhead_columns;  ///< Path overhead and fixed stuff included.
    unsigned spe_octets = kRows * spe_columns;
    unsigned fixed_columns = sts / 3 - 1;  ///< Fixed stuff after the path overhead.
    unsigned payload_columns = spe_columns - 1 - fixed_columns;

    unsigned payload_octets = kRows * payload_columns;  ///< Of a frame.
    /// Payload octets of a frame ahead of `index` (row * columns + column), while the pointer is 522.
    constexpr unsigned payload_before(unsigned index) const {
        const unsigned column = index % columns, first = columns - payload_columns;
        return index / columns * payload_columns + (column > first ? column - first : 0);
    }
    constexpr double octet_hz() const { return 6.48e6 * sts; }
    /// Octets between two rows of payload while the pointer is 522.
    constexpr unsigned gap() const { return columns - payload_columns; }
};
inline constexpr Format kSts3c{3}, kSts12c{12};

inline constexpr std::uint8_t kA1 = 0xF6, kA2 = 0x28;
/// Octets of A1, and of A2, at the boundary between them that receivers check: all of STS-3c's,
/// *assumed* for STS-12c.
inline constexpr unsigned kWatchedA = 3;
/// Pointer 522 puts J1 into row 0 of the next frame, after the transport overhead: one gap of
/// overhead per row.
inline constexpr unsigned kPointer = 522;
/// C2 of an ATM payload.
inline constexpr std::uint8_t kPathSignalLabelAtm = 0x13;

}  // namespace niclab::sonet
