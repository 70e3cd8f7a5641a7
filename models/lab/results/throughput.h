/// @file  How fast packets arrive: what `stream` is about, and a small number where packets go one by one.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "lab/results/results.h"

namespace niclab::lab {

/// Of one direction, over all runs. A run's clock starts with its first delivery, and what that one brought does not
/// count; it stops when one direction begins with its last packet, so that neither filling nor emptying the cards is
/// part of it; nor does a card's memory make the line faster. Needs two deliveries between. Directions that share a
/// line of half duplex have one clock: what one gets the other has not.
struct Throughput {
    std::string direction;
    std::uint64_t packets = 0, octets = 0;  ///< Whole packets, and their payload.
    std::uint64_t cells = 0;                ///< Of all packets sent meanwhile.
    double us = 0;
    double line_cells_per_us = 0;  ///< Of all flows that go the same way over the same link.
    std::vector<double> run_mbps;  ///< Of each run by itself.
    std::vector<std::pair<core::Femtoseconds, core::Femtoseconds>> clock;  ///< Of each run: from when to when.
    std::optional<double> shared_mbps;  ///< On half duplex: of both directions of its flow.
    double mbps() const { return double(octets) * 8 / us; }
};

/// The directions that have one.
std::vector<Throughput> throughputs(const Results& results);
nlohmann::ordered_json throughput_json(const Results& results);

/// How busy something was on the way of one direction.
struct Load {
    std::string what;
    double share = 0;       ///< 0..1
    std::string line = {};  ///< Of a line: its counter.
};

/// The lines, or their cell slots, while that throughput was measured; buses and software since the first run began.
std::vector<Load> loads(const Results& results, const Throughput& throughput);
/// What keeps it from being more, as half a sentence.
std::string limit_of(const Results& results, const Throughput& throughput);

}  // namespace niclab::lab
