/// @file  A JSON schema of experiments, for editors.
#pragma once

#include <nlohmann/json_fwd.hpp>

namespace niclab::cli {

/// JSON Schema, draft 4, which editors of TOML support, of an experiment as TOML is read into JSON.
/// It is made from the keys of `niclab list params` and `niclab list coarse`. Conditions between
/// two keys are not included.
nlohmann::ordered_json experiment_schema();

}  // namespace niclab::cli
