/// @file  Geometry and fixed octets of an STS-3c frame.
///
/// Source:  GR-253 / ITU-T G.707 (from memory of the standards): 9 rows of 270 octets, 8000 frames a second;
///          columns count from 0 here, rows too.
#pragma once

#include <cstdint>

namespace niclab::sonet {

inline constexpr unsigned kRows = 9;
inline constexpr unsigned kColumns = 270;
inline constexpr unsigned kOverheadColumns = 9;                       ///< Transport overhead.
inline constexpr unsigned kFrameOctets = kRows * kColumns;            ///< 2430
inline constexpr unsigned kSpeColumns = kColumns - kOverheadColumns;  ///< 261, path overhead included.
inline constexpr unsigned kSpeOctets = kRows * kSpeColumns;           ///< 2349

inline constexpr std::uint8_t kA1 = 0xF6, kA2 = 0x28;
/// Pointer 522 puts J1 into row 0, column 9 of the next frame: one gap of ten octets a row.
inline constexpr unsigned kPointer = 522;
/// C2 of an ATM payload.
inline constexpr std::uint8_t kPathSignalLabelAtm = 0x13;

}  // namespace niclab::sonet
