/// @file  How fast packets arrive: what `stream` is about, and a small number where packets go one by one.
#pragma once

#include <nlohmann/json.hpp>

#include "system/results.h"

namespace niclab::system {

/// For each direction with at least two packets delivered in a run: payload octets, the time they took, and Mb/s. A
/// run's clock starts with its first delivery, and what that one brought does not count.
nlohmann::ordered_json throughput_json(const Results& results);

}  // namespace niclab::system
