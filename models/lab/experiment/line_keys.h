/// @file  Reads what an experiment says of the fibers and the oscillators at their ends.
#pragma once

#include <optional>
#include <vector>

#include "core/config.h"
#include "fiber/fiber.h"
#include "sonet/frame.h"

namespace niclab::lab {

/// One bit of one user cell, counted as TxUTOPIA carries them since the first run began.
struct PlacedError {
    std::uint64_t cell = 0;  ///< From 0, null cells not counted.
    unsigned octet = 0;      ///< 0 .. 52: header, HEC, payload.
    unsigned bit = 0;        ///< 7 is first on the line.
};

/// One direction of the line.
struct LineConfig {
    fiber::Config fiber;
    std::vector<PlacedError> errors;
};

struct LinesConfig {
    sonet::Format format = sonet::kSts3c;
    LineConfig to_server, to_client;
    double clock_tolerance_ppm = 20;               ///< Each card's oscillator is off by at most this.
    std::optional<double> client_ppm, server_ppm;  ///< Off by exactly this instead.
};

/// Reads [line], [line.to_server] and [line.to_client]. Throws core::ConfigError.
LinesConfig read_lines(core::ConfigTable line, std::uint64_t seed);

}  // namespace niclab::lab
