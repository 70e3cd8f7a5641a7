/// @file The common part of both forms of an experiment: links and flows.
#pragma once

#include "lab/experiment/experiment.h"

namespace niclab::lab {

/// The table and the key that select the cards of a link.
struct Chosen {
    core::ConfigTable table;
    std::string key;
};
/// Reads a link between two cards of known hosts, and adds it; `line` is its table. Throws
/// core::ConfigError, also if the cards are for different lines (at `chosen`), or a card does not
/// support the link's rate.
void add_link(Experiment& experiment, const std::array<CardEnd, 2>& ends, core::ConfigTable line, const Chosen& chosen);
/// Throws core::ConfigError if `workload`, its table, makes longer packets than the cards of its
/// link support.
void check_lengths(const Experiment& experiment, const FlowConfig& flow, const core::ConfigTable& workload);

}  // namespace niclab::lab
