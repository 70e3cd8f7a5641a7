/// @file  Reads what an experiment says of a link: its two fibers and the oscillators at their ends.
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

/// One bit of one user cell, counted as TxUTOPIA carries them since the first run began.
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

/// What a host's `card`th card is called in keys, in the hierarchy and on the bus: nic, nic1.
inline std::string card_name(unsigned card) { return "nic" + (card == 0 ? "" : std::to_string(card)); }

/// A card by its host and its place there.
struct CardEnd {
    std::size_t host = 0;  ///< Of Experiment::hosts.
    unsigned card = 0;
    std::string name;  ///< The host's, and for a second card the card's: "a", "a_nic1".
    bool operator==(const CardEnd& o) const { return host == o.host && card == o.card; }
};

struct LinkConfig {
    std::array<CardEnd, 2> ends;
    std::string units = "cells";          ///< What goes over it.
    std::shared_ptr<card::LinkPlan> own;  ///< A line of the cards' kind,
    std::optional<std::size_t>
        over;  ///< or a way over a switch, of Experiment::switches; else it is two fibers, and this counts:
    sonet::Format format = sonet::kSts3c;
    std::array<LineConfig, 2> to;              ///< Towards each end.
    double clock_tolerance_ppm = 20;           ///< Each card's oscillator is off by at most this.
    std::array<std::optional<double>, 2> ppm;  ///< Of each end: off by exactly this instead.
    /// Of the cards' oscillators.
    double clock_hz() const { return own ? own->clock_hz() : format.octet_hz(); }
};

/// Reads a link of two fibers between `ends`, whose names are part of its keys: to_NAME is the direction towards an end, NAME_ppm
/// its oscillator's error. Throws core::ConfigError.
LinkConfig read_fibers(core::ConfigTable line, const std::array<CardEnd, 2>& ends, std::uint64_t seed);

}  // namespace niclab::lab
