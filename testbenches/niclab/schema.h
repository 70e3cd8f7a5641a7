/// @file  A JSON schema of experiments, for editors.
#pragma once

#include <nlohmann/json_fwd.hpp>

namespace niclab::cli {

/// JSON Schema, draft 4, which editors of TOML understand, of an experiment as TOML is read into JSON: made of the keys that `niclab list params` and
/// `niclab list coarse` have. What hangs on two keys at once is not in it.
nlohmann::ordered_json experiment_schema();

}  // namespace niclab::cli
