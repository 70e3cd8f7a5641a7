/// @file  Parameters as programs read them.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "core/config.h"

namespace niclab::cli {

/// A list of {key, what, type, default, value, and as its type has them least, most, choices, units}; `anywhere`: the
/// key without its host, link or flow; `shared` where one key sets it at every host; `first` and `title` of those to turn first (lab/experiment/first_keys.h).
nlohmann::ordered_json parameters_json(const std::vector<core::Parameter>& parameters);

}  // namespace niclab::cli
