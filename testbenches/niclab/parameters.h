/// @file Parameters in the form for programs.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "core/config.h"

namespace niclab::cli {

/// A list of {key, what, type, default, value}. Depending on the type it also has least, most,
/// choices and units. `anywhere`: the key without its host, link or flow. `shared`: the key that
/// sets it for every host, if any. `first` and `title`: of those to try first
/// (lab/experiment/first_keys.h).
nlohmann::ordered_json parameters_json(const std::vector<core::Parameter>& parameters);

}  // namespace niclab::cli
