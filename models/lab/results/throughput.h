/// @file  How fast packets arrive: what `stream` is about, and a small number where packets go one by one.
#pragma once

#include <nlohmann/json.hpp>

#include "lab/results/results.h"

namespace niclab::lab {

/// For each direction: payload octets, the time they took to arrive, and Mb/s. A run's clock starts with its first
/// delivery, and what that one brought does not count; it stops when one direction begins with its last packet, so that
/// neither filling nor emptying the cards is part of it; nor does a card's memory make the line faster. Needs two
/// deliveries between.
nlohmann::ordered_json throughput_json(const Results& results);

}  // namespace niclab::lab
