/// @file The state of a transmitter at the start of a frame: all in which the frames of an idle
/// line differ.
#pragma once

#include <array>
#include <cstdint>

#include "sonet/frame.h"
#include "sonet/scrambler.h"
#include "sonet/spe.h"

namespace niclab::phy {

/// State of TPOP, TLOP and TSOP before the first A1. A receiver has the same state when that octet
/// arrives.
struct FrameStart {
    explicit FrameStart(const sonet::Format& format) : spe(format) {}
    sonet::SpeTracker spe;
    std::uint8_t section_bip = 0, path_bip = 0;
    std::array<std::uint8_t, sonet::kLargestSts> line_bip{};
    std::uint64_t frames = 0;  ///< Frames begun before.
};

/// State of TACP before the first A1.
struct CellStart {
    unsigned index = 0;  ///< Position of the next octet in its cell.
    sonet::PayloadScrambler scrambler;
    std::uint64_t sent = 0, idle_sent = 0;
};

}  // namespace niclab::phy
