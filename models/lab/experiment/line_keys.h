/// @file A reader of the description of a link in an experiment: its two fibers and the oscillators
/// at their ends.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "card/link.h"
#include "core/config.h"
#include "fiber/fiber.h"
#include "sonet/frame.h"

namespace niclab::lab {

/// A wrong bit of one user cell, where cells on TxUTOPIA are counted since the first run began.
struct PlacedError {
    std::uint64_t cell = 0;  ///< From 0, null cells not counted.
    unsigned octet = 0;      ///< 0 .. 52: header, HEC, payload.
    unsigned bit = 0;        ///< 7 is first on the line.
};

/// One direction of a link.
struct LineConfig {
    fiber::Config fiber;
    std::vector<PlacedError> errors;
};

/// Name of a host's card number `card` in keys, in the hierarchy and on the bus: nic, nic1.
inline std::string card_name(unsigned card) { return "nic" + (card == 0 ? "" : std::to_string(card)); }

/// A card by its host and its index there.
struct CardEnd {
    std::size_t host = 0;  ///< Of Experiment::hosts.
    unsigned card = 0;
    std::string name;  ///< The name of the host, and for a second card that of the card: "a", "a_nic1".
    bool operator==(const CardEnd& o) const { return host == o.host && card == o.card; }
};

struct LinkConfig {
    std::array<CardEnd, 2> ends;
    std::string units = "cells";          ///< Units that it transfers.
    std::shared_ptr<card::LinkPlan> own;  ///< A line that the cards' kind defines,
    std::optional<std::size_t>
        over;  ///< or a path through a switch, of Experiment::switches; otherwise two fibers with these values:
    sonet::Format format = sonet::kSts3c;
    std::array<LineConfig, 2> to;              ///< Towards each end.
    double clock_tolerance_ppm = 20;           ///< Maximum error of each card's oscillator.
    std::array<std::optional<double>, 2> ppm;  ///< For each end: exact error instead.
    /// Of the cards' oscillators.
    double clock_hz() const { return own ? own->clock_hz() : format.octet_hz(); }
};

/// Reads a link of two fibers between `ends`, with their names in its keys: to_NAME is the
/// direction towards an end, NAME_ppm its oscillator's error. Throws core::ConfigError.
LinkConfig read_fibers(core::ConfigTable line, const std::array<CardEnd, 2>& ends, std::uint64_t seed);

}  // namespace niclab::lab
