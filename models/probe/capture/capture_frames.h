/// @file A search for STS-3c or STS-12c frames in the octets of a line, with removal of the frame
/// scrambler: a PHY's line tap.
///
/// Behaviour: it shares no code with the PHY and its frame layer, so that its frames are
///   independent of the PHY's.
/// Source: GR-253 (from memory). N A1 and N A2 begin a frame of 9 rows of 90 N octets. The
///   scrambler 1 + x^6 + x^7 is over all but the first 3 N octets.
/// Assumed: octets are aligned. Alignment is lost after four successive wrong patterns; frames
///   until then are shown unchanged.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/clock.h"
#include "core/tap.h"
#include "fiber/pins.h"
#include "phy/fast/octet_line.h"

namespace niclab::probe {

class FrameReader {
public:
    /// `sts`: N, 3 or 12.
    explicit FrameReader(unsigned sts = 3) : sts_(sts), octets_in_frame_(9 * 90 * sts) {}
    struct Frame {
        std::vector<std::uint8_t> octets;         ///< 810 N, descrambled.
        core::Femtoseconds began = 0, ended = 0;  ///< Times of the samples of the first and the last octet.
    };

    /// One octet of the line, sampled at `at`. Returns true if it was the last of `frame()`.
    bool octet(std::uint8_t value, core::Femtoseconds at);
    const Frame& frame() const { return frame_; }
    /// The received part of the present frame; no octets if there is none.
    Frame unfinished() const;

private:
    static constexpr unsigned kMostSts = 12, kPatience = 4;
    /// Octets until the pattern is complete, which is three A1 and three A2.
    unsigned pattern_end() const { return sts_ + 3; }
    bool pattern_is_right() const;
    void descramble(std::vector<std::uint8_t>& octets) const;

    unsigned sts_, octets_in_frame_;
    std::vector<std::uint8_t> octets_;
    Frame frame_;
    std::array<core::Femtoseconds, kMostSts + 3> times_{};  ///< Of the last octets, by number.
    unsigned number_ = 0;
    std::uint64_t window_ = 0;  ///< The last octets.
    core::Femtoseconds begins_ = 0;
    bool aligned_ = false;
    unsigned wrong_ = 0;
};

/// An observer of the receiving end of a fiber.
class LineTap : public sc_core::sc_module, public core::ActivitySource {
public:
    /// `edge`: of the clock recovered from the line. `octets`: the same line at transaction level.
    LineTap(sc_core::sc_module_name name, const sc_core::sc_event& edge, const fiber::LinePins<core::Net>& pins,
            phy::OctetLine& octets, unsigned sts);

    /// Reports a whole frame, with the time at which its last octet was sampled.
    core::Tap<FrameReader::Frame> frame;
    /// The received part of a frame at the end of the simulation.
    FrameReader::Frame unfinished() const { return reader_.unfinished(); }
    core::Activity activity() const override { return {calls_, 0, 0}; }

private:
    void on_edge();
    void take(std::uint8_t octet, core::Femtoseconds at) {
        if (reader_.octet(octet, at)) frame(at, reader_.frame());
    }

    const fiber::LinePins<core::Net>& pins_;
    FrameReader reader_;
    std::uint64_t calls_ = 0;
};

}  // namespace niclab::probe
