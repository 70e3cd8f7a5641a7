/// @file  Where a transmitter stands when a frame begins: what a line on which nothing happens differs in from frame to frame.
#pragma once

#include <array>
#include <cstdint>

#include "sonet/frame.h"
#include "sonet/scrambler.h"
#include "sonet/spe.h"

namespace niclab::phy {

/// Of TPOP, TLOP and TSOP, ahead of the first A1. A receiver stands just so when that octet comes.
struct FrameStart {
    explicit FrameStart(const sonet::Format& format) : spe(format) {}
    sonet::SpeTracker spe;
    std::uint8_t section_bip = 0, path_bip = 0;
    std::array<std::uint8_t, sonet::kLargestSts> line_bip{};
    std::uint64_t frames = 0;  ///< Begun before.
};

/// Of TACP, likewise.
struct CellStart {
    unsigned index = 0;  ///< Of the next octet in its cell.
    sonet::PayloadScrambler scrambler;
    std::uint64_t sent = 0, idle_sent = 0;
};

}  // namespace niclab::phy
