/// @file A checker of the octets that a transmitter launches, against the frame and cell rules of
/// line_rules.h.
///
/// Behaviour: octets are collected and checked per frame, so that an octet costs a store. The
///   launched line is checked: errors of the fiber break no rule.
/// Limitations: it does not check K1/K2, data channels or the payload of idle cells.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "check/line_rules.h"

namespace niclab::check {

class LineChecker {
public:
    /// `sts`: N of the line's STS-Nc, 3 or 12.
    LineChecker(std::string line, Report& report, unsigned sts = 3, const LineLimits& limits = {});

    /// One octet of the line, `frame` with the first A1, at time `at`.
    void octet(std::uint8_t value, bool frame, core::Femtoseconds at) {
        if (frame != (filled_ == octets_.size() || !locked_)) {
            if (!locked_) return;  // Nothing to check before the first frame.
            lost(at);
            if (!frame) return;
        }
        if (frame) begin(at);
        octets_[filled_++] = value;
    }
    /// `n` octets, none of which begins a frame, the first at `at`.
    void octets(const std::uint8_t* values, unsigned n, core::Femtoseconds at, core::Femtoseconds period) {
        if (locked_ && filled_ + n <= octets_.size()) {
            std::copy_n(values, n, octets_.begin() + filled_);
            filled_ += n;
            return;
        }
        for (unsigned i = 0; i < n; ++i) octet(values[i], false, at + i * period);
    }
    /// Skips `frames` frames, each like the one before, beginning with the present one: that of the
    /// next octet if a frame is complete. The next frame begins after `cell_octets` octets of a
    /// cell. Its parities are not compared, because the previous frame was not observed.
    void pass(std::uint64_t frames, unsigned cell_octets);
    std::uint64_t frames() const { return frames_; }
    std::uint64_t cells() const { return cells_; }

private:
    static constexpr unsigned kRows = 9, kMostSts = 12;

    void begin(core::Femtoseconds at);
    void lost(core::Femtoseconds at);
    bool complete() const { return locked_ && filled_ == octets_.size(); }
    void judge();
    void line_parities();
    void transport_overhead();
    void pointer(std::uint16_t word);
    void payload();
    void row_octets(unsigned row, unsigned column);
    unsigned payload_run() const;
    void spe_run(unsigned first, unsigned n);
    void spe_octet(std::uint8_t value);
    void cell_octet(std::uint8_t value);
    void header_end();
    bool header_holds() const;
    void fail(LineRule r, std::string seen);
    std::uint8_t clear(unsigned row, unsigned column) const;

    std::string line_;
    Report& report_;
    LineLimits limits_;
    unsigned sts_, columns_, overhead_, spe_columns_, not_payload_;  ///< The last: columns of path overhead and fixed
                                                                     ///< stuff.
    std::vector<std::uint8_t> octets_;
    unsigned filled_ = 0;
    bool locked_ = false;
    core::Femtoseconds frame_at_ = 0;
    std::uint64_t frames_ = 0, cells_ = 0;

    // Parities of the previous frame; frame_before_ shows whether there was one.
    std::uint8_t b1_ = 0, b3_ = 0, b3_expected_ = 0;
    std::array<std::uint8_t, kMostSts> b2_{};
    bool frame_before_ = false;
    bool pointer_known_ = false;
    unsigned pointer_ = 0;
    int stuff_ = 0;  ///< Of this frame: +1 increment, -1 decrement.
    /// The SPE restarts at the pointer: 1 in this frame's last six rows, 2 in the next one's first
    /// three.
    unsigned new_data_ = 0;
    unsigned spe_ = 0;   ///< Next octet of the SPE, 0 = J1.
    unsigned spes_ = 0;  ///< Number of whole SPEs since the pointer is known.

    unsigned cell_ = 0;  ///< Octets of the present cell.
    bool delineated_ = false;
    unsigned good_ = 0, bad_ = 0, window_ = 0;
    std::array<std::uint8_t, 5> header_{};
};

}  // namespace niclab::check
