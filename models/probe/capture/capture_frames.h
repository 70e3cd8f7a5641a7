/// @file  Finds STS-3c or STS-12c frames among the octets of a line and takes the frame scrambler off: a PHY's line
///        tap.
///
/// Shares no code with the PHY and its frame layer, so that a frame it shows is not the PHY's own opinion.
/// Source:   GR-253 (from memory): N A1 and N A2 begin a frame of 9 rows of 90 N octets; scrambler 1 + x^6 + x^7 over
///           all but the first 3 N octets.
/// Assumed:  octets are aligned. Alignment is given up after four wrong patterns in a row; frames until then are shown
///           as they are.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/clock.h"
#include "core/tap.h"
#include "fiber/pins.h"
#include "phy/octet_line.h"

namespace niclab::probe {

class FrameReader {
public:
    /// `sts`: N, 3 or 12.
    explicit FrameReader(unsigned sts = 3) : sts_(sts), octets_in_frame_(9 * 90 * sts) {}
    struct Frame {
        std::vector<std::uint8_t> octets;         ///< 810 N, descrambled.
        core::Femtoseconds began = 0, ended = 0;  ///< When the first and the last were sampled.
    };

    /// One octet of the line, sampled at `at`. True: it was the last of `frame()`.
    bool octet(std::uint8_t value, core::Femtoseconds at);
    const Frame& frame() const { return frame_; }
    /// What is there of the frame that is coming in; no octets when none is.
    Frame unfinished() const;

private:
    static constexpr unsigned kMostSts = 12, kPatience = 4;
    /// Octets until the pattern is seen, which is three A1 and three A2.
    unsigned pattern_end() const { return sts_ + 3; }
    bool pattern_is_right() const;
    void descramble(std::vector<std::uint8_t>& octets) const;

    unsigned sts_, octets_in_frame_;
    std::vector<std::uint8_t> octets_;
    Frame frame_;
    std::array<core::Femtoseconds, kMostSts + 3> times_{};  ///< Of the last octets, by their number.
    unsigned number_ = 0;
    std::uint64_t window_ = 0;  ///< The last octets.
    core::Femtoseconds begins_ = 0;
    bool aligned_ = false;
    unsigned wrong_ = 0;
};

/// Listens to the receiving end of a fiber.
class LineTap : public sc_core::sc_module, public core::ActivitySource {
public:
    /// `edge`: of the clock recovered from the line. `octets`: the same line where they are handed over whole.
    LineTap(sc_core::sc_module_name name, const sc_core::sc_event& edge, const fiber::LinePins<core::Net>& pins,
            phy::OctetLine& octets, unsigned sts);

    /// A whole frame; the time is when its last octet was sampled.
    core::Tap<FrameReader::Frame> frame;
    /// What came of a frame when the simulation ended.
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
