/// @file  TPOP, TLOP and TSOP: puts payload octets into a scrambled STS-3c frame.
///
/// Source:        GR-253 (from memory): B1 over the previous scrambled frame, B2 (three interleaved) over its line
///                overhead and SPE, B3 over the previous SPE; far-end errors in M1 and G1.
/// Not modelled:  data channels, orderwires, K1 and K2 protocols; those octets are 0.
#pragma once

#include <array>
#include <cstdint>

#include "phy/config.h"
#include "sonet/frame.h"
#include "sonet/scrambler.h"

namespace niclab::phy {

/// What the receive side found in the last frame, to be reported to the far end.
struct FarEndReport {
    unsigned line_errors = 0;  ///< 0..24, into M1.
    unsigned path_errors = 0;  ///< 0..8, into G1.
};

class TransmitOverhead {
public:
    explicit TransmitOverhead(const Config& config);

    /// True when the next octet is a payload octet, to be asked of TACP.
    bool wants_payload() const { return column_ > sonet::kOverheadColumns; }
    /// With the first A1 of a frame.
    bool at_frame_start() const { return row_ == 0 && column_ == 0; }
    /// The next octet of the line; `payload` is used where wants_payload().
    std::uint8_t next(std::uint8_t payload, const FarEndReport& report) {
        if (at_frame_start()) begin_frame(report);
        std::uint8_t octet = payload;
        if (column_ < sonet::kOverheadColumns) {
            octet = overhead_[row_][column_];
            if (row_ >= 3) line_bip_[third_] ^= octet;
        } else {
            if (column_ == sonet::kOverheadColumns) octet = path_overhead_[row_];
            path_bip_ ^= octet;
            line_bip_[third_] ^= octet;
        }
        const auto sent = static_cast<std::uint8_t>(octet ^ sonet::kFrameScrambler[index_]);
        section_bip_ ^= sent;
        advance();
        return sent;
    }
    std::uint64_t frames() const { return frames_; }

private:
    void begin_frame(const FarEndReport& report);
    void advance() {
        ++index_;
        if (++third_ == 3) third_ = 0;
        if (++column_ < sonet::kColumns) return;
        column_ = 0;
        if (++row_ == sonet::kRows) row_ = 0, index_ = 0;
    }

    std::array<std::array<std::uint8_t, sonet::kOverheadColumns>, sonet::kRows> overhead_{};
    std::array<std::uint8_t, sonet::kRows> path_overhead_{};
    unsigned row_ = 0, column_ = 0, third_ = 0, index_ = 0;
    std::uint8_t section_bip_ = 0, path_bip_ = 0;
    std::array<std::uint8_t, 3> line_bip_{};
    std::uint64_t frames_ = 0;
};

}  // namespace niclab::phy
