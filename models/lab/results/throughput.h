/// @file The rate of packets: the main result of `stream`, and a small number if packets are sent
/// one by one.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "lab/results/results.h"

namespace niclab::lab {

/// The throughput of one direction over all runs. A run's clock starts with its first delivery,
/// which is not counted. It stops when one direction begins with its last packet. So neither
/// filling nor emptying the cards is included, and a card's memory does not make the line faster.
/// Two deliveries between these times are required. Directions that share a half-duplex line have
/// one clock, because they compete.
struct Throughput {
    std::string direction;
    std::uint64_t packets = 0, octets = 0;  ///< Whole packets, and their payload.
    std::uint64_t cells = 0;                ///< Of all packets sent in that time.
    double us = 0;
    double line_cells_per_us = 0;  ///< Of all flows in the same direction over the same link.
    std::vector<double> run_mbps;  ///< For each run separately.
    std::vector<std::pair<core::Femtoseconds, core::Femtoseconds>> clock;  ///< For each run: begin and end.
    std::optional<double> shared_mbps;  ///< For half duplex: of both directions of its flow.
    double mbps() const { return double(octets) * 8 / us; }
};

/// All directions with a throughput.
std::vector<Throughput> throughputs(const Results& results);
nlohmann::ordered_json throughput_json(const Results& results);

/// The utilisation of a resource on the path of one direction.
struct Load {
    std::string what;
    double share = 0;       ///< 0..1
    std::string line = {};  ///< For a line: its counter.
};

/// The utilisation of lines, or their cell slots, during the measurement of that throughput; of
/// buses and software since the first run began.
std::vector<Load> loads(const Results& results, const Throughput& throughput);
/// The reason why it is not higher, as a part of a sentence.
std::string limit_of(const Results& results, const Throughput& throughput);

}  // namespace niclab::lab
