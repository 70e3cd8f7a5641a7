/// @file  RSOP, RLOP and RPOP: finds frames, checks the three BIPs, gives the payload octets of the SPE.
///
/// Source:        GR-253 (from memory of the standard).
/// Not modelled:  alarms other than out of frame; pointer increments and decrements.
#pragma once

#include <array>
#include <cstdint>

#include "phy/transmit_overhead.h"
#include "sonet/frame.h"
#include "sonet/frame_search.h"
#include "sonet/pointer.h"
#include "sonet/scrambler.h"

namespace niclab::phy {

class ReceiveOverhead {
public:
    struct Stats {
        std::uint64_t frames = 0, b1_errors = 0, b2_errors = 0, b3_errors = 0;
        std::uint64_t far_line_errors = 0, far_path_errors = 0;
    };

    /// One line octet. True when it was a payload octet of the SPE, then in payload().
    bool take(std::uint8_t line_octet) {
        const int index = search_.take(line_octet);
        if (index < 0) return lost_frame();
        if (index == 0 || !aligned_) align(static_cast<unsigned>(index));
        section_bip_ ^= line_octet;
        const auto octet = static_cast<std::uint8_t>(line_octet ^ sonet::kFrameScrambler[static_cast<unsigned>(index)]);
        const bool payload = column_ < sonet::kOverheadColumns ? take_overhead(octet) : take_spe(octet);
        if (++third_ == 3) third_ = 0;
        if (++column_ == sonet::kColumns) column_ = 0, ++row_;
        return payload;
    }
    std::uint8_t payload() const { return payload_; }
    bool in_frame() const { return search_.in_frame(); }
    std::uint64_t out_of_frame_events() const { return search_.losses(); }
    const Stats& stats() const { return stats_; }
    const FarEndReport& report() const { return report_; }

private:
    bool lost_frame();
    void align(unsigned index);
    bool take_overhead(std::uint8_t octet);
    bool take_spe(std::uint8_t octet) {
        line_bip_[third_] ^= octet;
        if (row_ == 3 && column_ == sonet::kOverheadColumns) spe_offset_ = 0;
        if (spe_offset_++ == j1_offset_) begin_spe();
        if (!in_spe_) return false;
        path_bip_ ^= octet;
        payload_ = octet;
        const bool overhead = spe_column_ == 0;
        if (overhead) take_path_overhead(octet);
        if (++spe_column_ == sonet::kSpeColumns) spe_column_ = 0, ++spe_row_;
        return !overhead;
    }
    void begin_spe();
    void take_path_overhead(std::uint8_t octet);

    sonet::FrameSearch search_;
    sonet::PointerInterpreter pointer_;
    unsigned row_ = 0, column_ = 0, third_ = 0;
    unsigned spe_offset_ = 0, j1_offset_ = ~0u, spe_row_ = 0, spe_column_ = 0;
    bool aligned_ = false, in_spe_ = false;
    std::uint8_t payload_ = 0, h1_ = 0;
    std::uint8_t section_bip_ = 0, section_expected_ = 0, path_bip_ = 0, path_expected_ = 0;
    std::array<std::uint8_t, 3> line_bip_{}, line_expected_{};
    unsigned whole_frames_ = 0;  ///< BIPs are compared once a whole frame was seen.
    unsigned line_errors_now_ = 0;
    FarEndReport report_;
    Stats stats_;
};

}  // namespace niclab::phy
