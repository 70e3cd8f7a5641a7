/// @file The window of a waveform that an event of the run defines: a packet, or a warning.
///
/// Behaviour: the run is simulated first without a waveform, in a fork of this process, because
///   SystemC has one kernel per process. Equal runs are equal, so that the times found are those of
///   the run with the waveform. The window may begin before its event.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "lab/experiment/segment.h"
#include "lab/experiment/traffic.h"
#include "lab/run/runner.h"

namespace niclab::cli {

/// What the options of the command line request; at most one of both.
struct WindowRequest {
    /// From this packet on. Packets of the first direction, or frames of the first flow of a segment,
    /// count from 0, in the order of sending, over all runs of cards alone.
    std::optional<std::uint64_t> from_packet;
    /// Around the first violation of a rule, alarm, or packet that was not received. With hosts that
    /// have a TCP it is the first violation; on a segment, the first violation or lost frame.
    bool around_warning = false;
    bool any() const { return from_packet || around_warning; }
};

/// Sets the window of `options` as requested, and the time at which the viewer opens; without such
/// an event no waveform is requested any more. Returns the event in words, or an empty string.
/// Simulates up to the end of the experiment. Throws core::ConfigError if it has no such packet, and
/// what that simulation throws.
std::string set_window(const WindowRequest& request, const lab::Experiment& experiment, lab::RunOptions& options);
std::string set_window(const WindowRequest& request, const lab::Traffic& traffic, lab::RunOptions& options);
std::string set_window(const WindowRequest& request, const lab::SegmentExperiment& segment, lab::RunOptions& options);

}  // namespace niclab::cli
